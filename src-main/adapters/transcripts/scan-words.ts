/*
 * The names of fields the scan knows, and words it compares values with, each with its number. The program in `src-wasm` and
 * the code around it read the same file, so there is nothing in it but numbers.
 */
export const type = 1;
export const uuid = 2;
export const cwd = 3;
export const isMeta = 4;
export const message = 5;
export const agentId = 6;
export const version = 7;
export const timestamp = 8;
export const requestId = 9;
export const gitBranch = 10;
export const sessionId = 11;
export const parentUuid = 12;
export const logicalParentUuid = 13;
export const attachment = 14;
export const toolUseResult = 15;
export const isSidechain = 16;
export const isCompactSummary = 17;
export const id = 18;
export const name = 19;
export const model = 20;
export const usage = 21;
export const content = 22;
export const text = 23;
export const thinking = 24;
export const tool_use_id = 25;
export const is_error = 26;
export const input_tokens = 27;
export const output_tokens = 28;
export const cache_creation = 29;
export const cache_read_input_tokens = 30;
export const cache_creation_input_tokens = 31;
export const ephemeral_5m_input_tokens = 32;
export const ephemeral_1h_input_tokens = 33;
export const data = 34;

/** From here on they are values: a field of that name is not of interest. */
export const LAST_FIELD = 34;
export const assistant = 35;
export const user = 36;
export const image = 37;
export const tool_use = 38;
export const tool_result = 39;
export const redacted_thinking = 40;
export const queued_command = 41;
export const agent_progress = 42;
export const progress = 43;

/** Kinds of lines that are rare and small, or say something the scan does not read. */
export const FIRST_WHOLE = 44;
export const summary = 44;
export const custom_title = 45;
export const ai_title = 46;
export const cost_state = 47;
