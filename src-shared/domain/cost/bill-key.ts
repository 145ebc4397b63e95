/** A billed message's id and its request's together name it, in whatever file it is found. */
export function billKey({
  message_id,
  request_id,
}: {
  message_id: string;
  request_id: string | null;
}): string {
  return `${message_id} ${request_id ?? ''}`;
}
