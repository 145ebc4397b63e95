/** In the metadata while it waits; found without a waiting line it tells that the program ended meanwhile. */
export const WAITING_SINCE = 'waiting_since';
