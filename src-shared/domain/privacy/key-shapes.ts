/*
 * Keys and tokens that are known by how they begin. One line a vendor: what it is, what it begins with, what follows.
 * Each is entered only at the first letter of a word and reads forward once.
 */
const body = (least: number) => `[A-Za-z0-9_-]{${least},}`;
const plain = (least: number) => `[A-Za-z0-9]{${least},}`;
const hex = (length: number) => `[0-9a-f]{${length}}(?![0-9A-Za-z])`;
const capitals = (length: number) => `[0-9A-Z]{${length}}(?![0-9A-Za-z])`;

export const shapes: readonly string[] = [
  // Models
  `sk-${body(16)}`, // Anthropic, OpenAI, OpenRouter, DeepSeek
  `gsk_${plain(30)}`, // Groq
  `xai-${plain(30)}`,
  `pplx-${plain(30)}`,
  `hf_${plain(30)}`,
  `r8_${plain(30)}`, // Replicate
  // Forges and registries
  `gh[opusr]_${plain(20)}`,
  `github_pat_[A-Za-z0-9_]{20,}`,
  `gl(?:pat|dt|rt|ptt|cbt|agent|soat|ft|imt)-${body(16)}`,
  `ATATT3[A-Za-z0-9_=-]{30,}`, // Atlassian
  `ATBB${plain(24)}`, // Bitbucket
  `npm_${plain(30)}`,
  `pypi-${body(30)}`,
  `rubygems_${plain(30)}`,
  `dckr_(?:pat|oat)_${body(20)}`,
  `cio${plain(30)}`, // crates.io
  `CLOJARS_[0-9a-f]{40,}`,
  `oy2[a-z0-9]{43}(?![a-z0-9])`, // NuGet
  `AKCp[A-Za-z0-9]{50,}`, // Artifactory
  // Clouds
  `A(?:KIA|SIA|GPA|IDA|ROA|NPA|NVA|BIA|CCA)${capitals(16)}`,
  `AIza[0-9A-Za-z_-]{35}`,
  `ya29\\.[0-9A-Za-z_-]{20,}`,
  `GOCSPX-${body(20)}`,
  `do[opr]_v1_[a-f0-9]{40,}`,
  `LTAI[A-Za-z0-9]{12,}`, // Alibaba
  `AKID[A-Za-z0-9]{28,}`, // Tencent
  `fo1_${body(30)}`, // Fly
  `FlyV1 fm2_[A-Za-z0-9+/=_-]{30,}`,
  `HRKU-${body(30)}`, // Heroku
  `nfp_${plain(30)}`, // Netlify
  `vc[pkcra]_${plain(24)}`, // Vercel
  `sb[ps]_${body(30)}`, // Supabase
  `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}`,
  `dapi${hex(32)}`, // Databricks
  `tskey-[a-z]{3,10}-${body(10)}`, // Tailscale
  `hv[sbr]\\.[A-Za-z0-9_-]{20,}`, // Vault
  `pul-[a-f0-9]{40}`,
  `dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{30,}`, // Doppler
  `ops_eyJ${body(40)}`, // 1Password
  `AGE-SECRET-KEY-1[0-9A-Z]{40,}`,
  // Chat, mail, telephone
  `xox[abceoprs]-[A-Za-z0-9.-]{10,}`,
  `xapp-[A-Za-z0-9-]{10,}`,
  `SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}`,
  `key-${hex(32)}`, // Mailgun
  `[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])`, // Mailchimp
  `xkeysib-[a-f0-9]{40,}-?[A-Za-z0-9]*`, // Brevo
  `SK${hex(32)}`, // Twilio
  `[0-9]{8,10}(?::|%3[Aa])AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])`, // Telegram
  `[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}`, // Discord
  // Money and shops
  `(?:sk|rk|pk)_(?:live|test)_${plain(10)}`,
  `whsec_[A-Za-z0-9+/=]{24,}`,
  `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
  `sq0(?:atp|csp|idp)-${body(22)}`,
  `EZ[AT]K[A-Za-z0-9]{54}`,
  // Tools
  `lin_(?:api|oauth)_${plain(30)}`,
  `ntn_${plain(40)}`,
  `secret_${plain(40)}`, // Notion
  `figd_${body(30)}`,
  `PMAK-[a-f0-9]{24}-[a-f0-9]{34}`,
  `NRAK-[A-Z0-9]{27}`,
  `NRJS-[a-f0-9]{19}`,
  `gls?[ac]_[A-Za-z0-9_+/=-]{30,}`, // Grafana
  `eyJrIjoi[A-Za-z0-9+/=]{30,}`,
  `sntry[su]_[A-Za-z0-9_+/=-]{30,}`,
  `phc_${plain(30)}`,
  `phx_${plain(30)}`,
  `CCI(?:PAT|PRJ)_${body(30)}`,
  `bkua_${plain(30)}`,
  `pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}`, // Airtable
  `sk\\.eyJ[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{20,}`, // Mapbox
  `sl\\.[A-Za-z0-9_-]{60,}`, // Dropbox
  `EAA[A-Za-z0-9]{60,}`, // Facebook
];

/** Made with the first text that is looked through: a thread that is asked for a list looks through none. */
let byFirstLetter: ReadonlyMap<number, RegExp> | null = null;
function sortShapes(): ReadonlyMap<number, RegExp> {
  const sorted = new Map<number, RegExp>();
  for (let code = 48; code < 123; code += 1) {
    const letter = String.fromCharCode(code);
    const own = shapes.filter((shape) => mayBegin(shape, letter));
    if (own.length > 0) sorted.set(code, new RegExp(`(?:${own.join('|')})`, 'y'));
  }
  return sorted;
}

/** Where the key that begins at `start` ends, or -1. */
export function endOfKeyShape(text: string, start: number): number {
  byFirstLetter ??= sortShapes();
  const pattern = byFirstLetter.get(text.charCodeAt(start));
  if (pattern === undefined) return -1;
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Shorter words are looked at only when they are one of these before a dot. */
export const SHORTEST_SHAPE = 16;
export const isDottedShape = (text: string, start: number, end: number): boolean =>
  dottedBeginnings.has(text.slice(start, end));
const dottedBeginnings: ReadonlySet<string> = new Set(['SG', 'ya29', 'hvs', 'hvb', 'hvr', 'dp', 'sl', 'sk']);

function mayBegin(shape: string, letter: string): boolean {
  const set = /^\[([^\]]+)\]/.exec(shape)?.[1];
  if (set === undefined)
    return shape.startsWith(letter) || shape.startsWith(`(?:${letter}`) || inChoice(shape, letter);
  return new RegExp(`[${set}]`).test(letter);
}

function inChoice(shape: string, letter: string): boolean {
  const choice = /^\(\?:([^)]+)\)/.exec(shape)?.[1];
  return choice?.split('|').some((option) => option.startsWith(letter)) ?? false;
}
