/*
 * Where everything lies in the memory of the scan, in bytes. The program in `src-wasm` and the code around it read the same
 * file, so there is nothing in it but numbers.
 */
export const PAGE_BYTES = 65_536;

/** One byte for each letter: 1 when it may follow a backslash, and when it is a hexadecimal digit. */
export const ESCAPES = 0;
export const HEX = 256;
/** One byte for each depth: 1 in an object, 0 in a list. */
export const STACK = 512;
/** One place for each depth: where the entry of the open member lies. */
export const MEMBERS = 768;
/** Takes the end of a member that is not in the list. */
export const NOWHERE = 992;
/** Where the list ends; and whether a name in it is written with an escape. */
export const LIST_END = 1008;
export const ODD_NAME = 1012;

/** The words: the factor of their sum, their numbers by that sum, their lengths, ones and noughts to cut with, themselves. */
export const WORD_FACTOR = 1016;
export const WORD_SLOTS = 1024;
export const WORD_LENGTHS = 1280;
export const WORD_CUTS = 1536;
export const WORD_TEXTS = 1600;
/** As long as a word may be. */
export const LONGEST_WORD = 32;

/** One byte for each letter, of a text that is looked through: what it is. */
export const LETTERS = 3584;
export const IS_LETTER = 1;
export const IS_CAPITAL = 2;
export const IS_DIGIT = 4;
/** `_` and `-`. */
export const IS_JOINT = 8;
export const IS_SPACE = 16;
/** `:`, `%`, `=`, `?` and `&`. */
export const IS_SIGN = 32;

/** An entry for each member: depth and number of its name, where its value begins, where that ends. */
export const LIST = 4096;
export const ENTRY = 12;
export const LAST_ENTRY = 65_524;
/** Line, message, its content, a block of it. */
export const DEEPEST = 4;
/** In place of depth and name: an object in a list. */
export const ITEM = 65_284;
/** Deeper than anything Claude writes; what lies deeper is left to JSON.parse. */
export const MAX_DEPTH = 200;

/** What was found instead of the place behind a value. */
export const NO_JSON = -1;
export const TOO_DEEP = -2;
export const TOO_MANY = -3;

/** What the line says, as numbers of 64 bits. Its type, model and agent are numbers that stand for names. */
export const NUMBERS = 65_536;
export const UUID = 0;
export const AT_MS = 1;
export const BILL_KEY = 2;
export const TOKENS_IN = 3;
export const TOKENS_OUT = 4;
export const CACHE_READ = 5;
export const CACHE_WRITE = 6;
export const CACHE_WRITE_5M = 7;
export const CACHE_WRITE_1H = 8;

/** And as numbers of 32 bits; a place is two of them, from and to, and from 0 to 0 when the line has none. */
export const COUNTS = 65_664;
export const FLAGS = 0;
export const THINKING = 1;
export const USES = 2;
export const ERRORS = 3;
export const TEXTS = 4;
export const TYPE = 5;
export const MODEL = 6;
export const AGENT = 7;
export const TYPE_AT = 8;
export const MODEL_AT = 10;
export const AGENT_AT = 12;
export const UUID_AT = 14;
export const CWD_AT = 16;
export const BRANCH_AT = 18;
export const VERSION_AT = 20;
export const SESSION_AT = 22;
/** Texts that were said or thought, and whether a name in it is new. */
export const SAID = 24;
export const IS_NAMED = 25;
/** The line itself. */
export const LINE_AT = 26;
/** Of these the next line knows nothing. */
export const COUNTS_END = 26;
/** Lines that were looked at. */
export const SEEN = 28;

export const IS_SIDECHAIN = 1;
export const IS_ROOT = 2;
export const IS_PROMPT = 4;

/** Hashes of the tool calls, and of results that failed; kind and place of each text. */
export const USES_LIST = 66_048;
export const ERRORS_LIST = 74_240;
export const TEXTS_LIST = 82_432;
export const MOST_ITEMS = 1024;
export const TEXT_ENTRY = 12;
export const TEXT_SAID = 0;
export const TEXT_THINKING = 1;
export const TEXT_RESULT = 2;

/** Names that were met: a hash and a number each. The list of the numbers' names is on the other side. */
export const NAMES = 98_304;
export const NAME_SLOTS = 4096;
export const MOST_NAMES = 2048;
/** One byte for each of them: 1 when it is a type of line that is known. */
export const KNOWN_TYPES = 163_840;

/** What ends or interrupts a string, sixteen times each: read from memory, a loop keeps them in registers. */
export const QUOTES = 166_400;
export const SLASHES = 166_416;
export const CONTROLS = 166_432;

/** What a session counts for, as its lines are read; numbers of 32 bits. */
export const TALLY = 166_912;
export const LINES = 0;
export const BROKEN_LINES = 1;
export const UNKNOWN_LINES = 2;
export const MARKS = 3;
export const BILLED = 4;
export const TOOLS = 5;
export const TOOL_ERRORS = 6;
export const ROOTS = 7;
export const AGENTS = 8;
export const MODELS = 9;
/** The times of the first and the last line, of 64 bits. */
export const FIRST_MS = 166_976;
export const LAST_MS = 166_984;
/** The names of the models that were billed, in the order in which rows count them. */
export const MODEL_NAMES = 166_992;
export const MOST_MODELS = 64;
/** Names of agents. */
export const AGENT_NAMES = 167_248;
export const MOST_AGENTS = 1024;

/** A name that comes from the other side. */
export const NAME_TEXT = 172_032;
export const NAME_BYTES = 8192;

/** Rows of 64-bit numbers and the places where they are found by their keys; as many slots as fit twice the rows. */
export const MARK_ROWS = 196_608;
export const MOST_MARKS = 16_384;
export const MARK_SLOTS = 458_752;
export const BILLED_ROWS = 589_824;
export const MOST_BILLED = 8192;
export const BILLED_SLOTS = 1_179_648;
export const TOOL_ROWS = 1_245_184;
export const TOOL_ERROR_ROWS = 1_310_720;
export const ROOT_ROWS = 1_376_256;
export const MOST_IDS = 8192;
export const TOOL_SLOTS = 1_441_792;
export const TOOL_ERROR_SLOTS = 1_507_328;
export const ROOT_SLOTS = 1_572_864;

/** A text without its escapes, and how long one may be that is put there. */
export const PLAIN_TEXT = 1_638_400;
export const MOST_PLAIN = 262_144;

/** What is scanned lies behind. */
export const TABLE_BYTES = 1_966_080;

/** What can be said of a line: all of it, that the full reader must look, that it is no JSON object. */
export const KNOWN = 0;
export const WHOLE = 1;
export const BROKEN = 2;

/** What `scanLines` says when no line is left; else it stopped at one, and says of it what can be said. */
export const NO_LINE = 3;
/** What it is to stop at, apart from lines only the full reader knows and names that are new. */
export const STOP_EVERY = 1;
export const STOP_PLACES = 2;
export const STOP_PROMPT = 4;
export const STOP_TEXTS = 8;
export const STOP_RESULTS = 16;
/** Nobody wants to know what a session is called: lines that only say that are counted as all others. */
export const ONLY_NUMBERS = 32;
/** One line in so many is read by both readers: should Claude change what it writes, we hear of it. */
export const CHECK_EVERY = 512;
