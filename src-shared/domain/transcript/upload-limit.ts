/** As large as a transcript from elsewhere may be. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;
