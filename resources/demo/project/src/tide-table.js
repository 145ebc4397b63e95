import { offsetOn } from './stations.js';

const HOUR_MS = 3_600_000;
const TIDE_MS = 12.42 * HOUR_MS;

/** The height at noon of each day, local time. */
export function tideTable(station, days) {
  const offset = offsetOn(station, days[0]);
  return days.map((day) => ({ day, height: heightAt(station, noonOf(day, offset)) }));
}

export function noonOf(day, offset) {
  return Date.parse(`${day}T12:00:00Z`) - offset * HOUR_MS;
}

export function heightAt(station, ms) {
  const height = station.mean + station.range * Math.cos((2 * Math.PI * ms) / TIDE_MS);
  return Math.round(height * 100) / 100;
}
