/**
 * What the server takes and sends. Made from the description of the API by tools/api_types.py; `make stubs` renews it.
 */

/** The addresses of routes of a method and of a kind. */
export type Address<Method, Sends> = Extract<Route, { method: Method; sends: Sends }>["path"];

/** The route of such an address. */
export type RouteOf<Method, Sends, Path> = Fitting<Extract<Route, { method: Method; sends: Sends }>, Path>;

type Fitting<Each, Path> = Each extends { path: infer Known } ? (Path extends Known ? Each : never) : never;

export type AnalyseLine = ValuesMessage | LiveError;

export interface AnalyseRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** thinking time; without depth and nodes 1 second */
  seconds?: number | null;
  depth?: number | null;
  nodes?: number | null;
  /** how many moves get values; null for all */
  best?: number | null;
}

export interface BoardMark {
  shape: "circle" | "triangle" | "square" | "cross" | "label" | "arrow";
  square: string;
  /** where an arrow leads */
  to?: string | null;
  /** what a label says */
  text?: string;
}

export interface Body_import_files {
  /** games in any format, WTHOR's lists of names */
  files: Blob[];
}

export interface BookMoveReply {
  /** a1 to h8, or pass */
  move: string;
  /** discs for the side to move */
  score: number;
  /** proven, if not null */
  outcome: "win" | "draw" | "loss" | null;
  /** false: the best deviation, searched but not part of the book */
  in_book: boolean;
  games: number;
  /** moves along the book to the position whose search gave the value */
  plies: number;
  /** of that search */
  depth: number | null;
  /** of that search, in percent */
  confidence: number | null;
}

export interface BookReply {
  /** there is a book */
  available: boolean;
  position: string;
  /** the position is in it */
  found: boolean;
  score: number | null;
  outcome: "win" | "draw" | "loss" | null;
  games: number;
  moves: BookMoveReply[];
  line: string[];
}

/** Only what is given is changed. */
export interface ChangeRequest {
  black?: string | null;
  white?: string | null;
  date?: string | null;
  place?: string | null;
  comment?: string | null;
}

export interface CountReply {
  /** of the side to move of the position asked about */
  own: number;
  opponent: number;
}

export interface DiscThreshold {
  name: "best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced";
  /** discs from which on a move is called so */
  least: number;
}

export interface Discs {
  black: number;
  white: number;
}

/** The size of each engine, and how far it may be changed. */
export interface EngineReply {
  /** for the analysis of one position */
  threads: number;
  most_threads: number;
  /** of the transposition table, in megabytes */
  hash_mb: number;
  most_hash_mb: number;
  /** whether this server lets its pages change it */
  adjustable: boolean;
}

export interface EngineRequest {
  threads?: number | null;
  hash_mb?: number | null;
}

/** What came, what was expected, what to do. */
export interface ErrorBody {
  /** one word for programs, such as bad_notation */
  code: string;
  message: string;
  /** where in the text that was sent, from 1 */
  line: number | null;
  column: number | null;
}

export interface ErrorReply {
  error: ErrorBody;
}

export interface ExplainReply {
  position: string;
  /** whose view all numbers are */
  turn: "black" | "white";
  /** static value in discs; of a comparison that of 'line' minus that of 'other' */
  value: number;
  line_value: number | null;
  other_value: number | null;
  /** belongs to no square: the parity of empty squares */
  constant: number;
  /** 64 shares, a1 first; together with the constant they sum up to the value */
  squares: number[];
  /** largest first; with the constant they sum up likewise */
  patterns: PatternShareReply[];
  /** the patterns by where they lie, largest first */
  regions: RegionShare[];
  sentence: string;
  /** how the weight of a pattern is shared by its squares */
  spread: string;
}

/** Why the value: of the position, after one line, or the difference of two lines. */
export interface ExplainRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** a move or more */
  line?: string | null;
  /** to be compared with 'line' */
  other?: string | null;
}

export interface ExportRequest {
  text: string;
  /** a name of /api/info: formats */
  format: string;
  /** replaces the name in the text */
  black?: string;
  white?: string;
  /** lines beside that of the text, each from the start of its game: a transcript, passes as 'pa' or left out */
  variations?: string[];
  /** comments and marks, of the game's lines */
  notes?: Note[];
}

/** Something in a file that could not be read. */
export interface FileProblem {
  message: string;
  line: number | null;
  column: number | null;
  file: string;
  /** too_much: it would take too much time or memory */
  code: "bad_notation" | "too_much";
}

export interface FormatInfo {
  name: string;
  title: string;
  suffixes: string[];
  games: boolean;
  positions: boolean;
  readable: boolean;
  writable: boolean;
}

/** The clock of the side to move. */
export interface GameClockState {
  /** seconds for the rest of the game */
  remaining: number;
  /** seconds added after each move */
  increment?: number;
}

/** A game among several. */
export interface GameLine {
  index: number;
  black: string;
  white: string;
  date: string;
  plies: number;
  black_score: number | null;
}

export interface GamePageRequest {
  /** one game in any notation */
  text: string;
  /** lines beside that of the text, each from the start of its game: a transcript, passes as 'pa' or left out */
  variations?: string[];
  /** comments and marks, of the game's lines */
  notes?: Note[];
  /** replaces the name in the text */
  black?: string;
  white?: string;
  moves?: SharedMove[];
  /** of the file, one of those of the page; English if the page does not have it */
  language?: string;
}

export interface GameResult {
  /** discs for Black; null if not known */
  black_score: number | null;
  /** played, resigned, timeout, agreed, adjourned or unfinished */
  ending: string;
}

export interface GameState {
  black: PlayerInfo;
  white: PlayerInfo;
  date: string;
  place: string;
  result: GameResult;
  start: string;
  usual_start: boolean;
  /** without passes */
  transcript: string;
  opening: string | null;
  /** all of the main line, the start first */
  positions: PositionState[];
  variations: Variation[];
  /** of all positions, of variations too, that have a comment or marks */
  notes: Note[];
}

export interface GamesReply {
  total: number;
  games: StoredGame[];
}

export interface ImportDone {
  type: "done";
  games: number;
  /** games that the library had already */
  duplicates: number;
  problems: FileProblem[];
}

export type ImportLine = ImportProgress | ImportDone | LiveError;

export interface ImportProgress {
  type: "progress";
  file: string;
  files_done: number;
  files: number;
  /** stored so far */
  games: number;
}

export interface InfoReply {
  version: string;
  model: string;
  engines: number;
  /** searches that think or wait now */
  active: number;
  book: boolean;
  /** finished games can become part of the book */
  learns: boolean;
  library_games: number;
  formats: FormatInfo[];
  limits: LimitsInfo;
}

/** A game as it stands now. */
export interface KeepRequest {
  /** one game in any notation */
  text: string;
  black?: string;
  white?: string;
  date?: string;
  /** who resigned or ran out of time, if anyone did */
  loser?: "black" | "white" | null;
  /** how the loser lost */
  ending?: "resigned" | "timeout";
  /** comments and marks, of the game's lines */
  notes?: Note[];
  play: PlayState;
}

/** A game that was played to its end, or given up. */
export interface LearnRequest {
  /** one game in any notation */
  text: string;
  /** who resigned or ran out of time, if anyone did */
  loser?: "black" | "white" | null;
}

/** What became of a game that was to be learned. */
export interface LearningReply {
  id: number;
  state: "waiting" | "learning" | "learned" | "undone" | "failed";
  /** that the book did not know before */
  positions: number;
  /** why nothing was learned or taken back; empty if all went well */
  problem: string;
}

export interface LegalMove {
  /** a1 to h8, or pass */
  move: string;
  /** squares whose discs turn; none for a pass */
  flips: string[];
  /** name of the opening that the move leads to, if it has one */
  opening: string | null;
}

/** A level whose games should be even. */
export interface LevelAdviceReply {
  /** null while there are too few games */
  level: number | null;
  /** finished games against a level that it comes from */
  games: number;
  /** of these; a draw counts half */
  won: number;
}

export interface LevelInfo {
  level: number;
  name: string;
  description: string;
  /** moves that it looks ahead; null for as far as its time allows */
  depth: number | null;
  /** for a move, if nothing else is said */
  seconds: number | null;
  /** the last squares that are played without a mistake */
  exact_empties: number;
  /** it errs as people do */
  errs: boolean;
}

export interface LevelsReply {
  levels: LevelInfo[];
  default: number;
}

export interface LimitsInfo {
  /** of thinking for one request */
  seconds: number;
  live_sockets: number;
  /** requests that may wait for an engine */
  waiting: number;
  body_bytes: number;
  file_bytes: number;
}

/** Think about this from now on, and about nothing else. */
export interface LiveAnalyse {
  type: "analyse";
  id?: number;
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  best?: number | null;
  depth?: number | null;
  seconds?: number | null;
}

export type LiveAnswer = ValuesMessage | Pong | LiveError;

export interface LiveError {
  type: "error";
  id: number | null;
  error: ErrorBody;
}

export interface LivePing {
  type: "ping";
  id?: number;
}

export type LiveQuestion = LiveAnalyse | LiveStop | LivePing;

export interface LiveStop {
  type: "stop";
}

export interface MoveRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** a1 to h8, or pass */
  move: string;
}

export interface MoveValue {
  /** a1 to h8, or pass */
  move: string;
  /** discs for the side to move */
  score: number;
  /** moves ahead; 0 for the first glance */
  depth: number;
  /** of the pruning by probability, in percent; 100 if nothing was pruned */
  confidence: number;
  /** score of best play to the end */
  exact: boolean;
  /** the pass was cut short */
  bound: "lower" | "upper" | null;
  pv: string[];
  outlook: OutlookReply | null;
}

export interface NextMove {
  /** a1 to h8, or pass */
  move: string;
  games: number;
  black_wins: number;
  draws: number;
  white_wins: number;
  /** mean final score in discs for the side to move */
  mean_score: number | null;
  opening: string | null;
}

export interface NotationProblem {
  message: string;
  line: number | null;
  column: number | null;
}

/** About one position. */
export interface Note {
  /** transcript that leads there from the start, passes as 'pa' or left out */
  moves?: string;
  /** at the start it is about the whole game */
  comment?: string;
  marks?: BoardMark[];
}

export interface OpeningInfo {
  name: string;
  moves: string;
  aliases: string[];
}

export interface OpeningsReply {
  openings: OpeningInfo[];
}

/** Chances of the side to move, and where the final score lies with 90 %. */
export interface OutlookReply {
  win: number;
  draw: number;
  loss: number;
  low: number;
  high: number;
}

export interface PatternShareReply {
  pattern: string;
  squares: string[];
  /** for the side to move of the position asked about */
  discs: number;
}

export interface PhaseLossReply {
  phase: "opening" | "midgame" | "endgame";
  moves: number;
  discs: number;
  expected: number;
}

export interface PictureRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  last_move?: string | null;
  marks?: BoardMark[];
  /** in pixels */
  size?: number;
}

export interface PingReply {
  ok: boolean;
}

export interface PlayReply {
  position: string;
  turn: "black" | "white";
  /** null if the game is over */
  move: string | null;
  score: number;
  depth: number;
  confidence: number;
  exact: boolean;
  /** the depth asked for was reached, or the exact score found */
  complete: boolean;
  /** the score is at least, or at most, this */
  bound: "lower" | "upper" | null;
  /** if it is proven who wins */
  outcome: "win" | "draw" | "loss" | null;
  pv: string[];
  outlook: OutlookReply | null;
  nodes: number;
  seconds: number;
  level: number;
  /** the move comes from the opening book */
  book: boolean;
  /** the reply that is expected, if the level thinks on its opponent's time: see /api/ponder */
  expected: string | null;
  /** the position was expected, and this was found before it came */
  pondered: PonderedReply | null;
}

export interface PlayRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** see /api/levels */
  level: number;
  /** at most; the level's own time otherwise */
  seconds?: number | null;
  /** of a game that is played by the clock: how much a move takes is the engine's choice */
  clock?: GameClockState | null;
  /** another seed, another game, where a level plays at random */
  seed?: number;
}

/** What a board needs to go on with a game. */
export interface PlayState {
  /** null for a person */
  black_level?: number | null;
  white_level?: number | null;
  /** somebody took over a side, or let the engine finish */
  mixed?: boolean;
  /** of each clock at the start; 0 without clocks */
  minutes?: number;
  /** seconds added after each move */
  increment?: number;
  /** left on the clock */
  black_seconds?: number | null;
  white_seconds?: number | null;
  hints?: boolean;
  /** of the engine's choices */
  seed?: number;
  /** grows with the game; the older never takes the place of the newer */
  revision?: number;
}

export interface PlayerInfo {
  name: string;
  rating: number | null;
}

export interface PonderRequest {
  /** in which the opponent is to move */
  position: string;
  /** the reply to think about */
  expected: string;
}

/** What was found on the opponent's time. */
export interface PonderedReply {
  /** of searching */
  seconds: number;
  /** moves ahead */
  depth: number;
}

export interface Pong {
  type: "pong";
  id: number;
}

export interface PositionReply {
  format: string;
  /** games and positions in the text */
  count: number;
  /** the first 200 of them */
  games: GameLine[];
  /** the one asked for; a bare position is a game without moves */
  game: GameState;
  /** items that could not be read */
  errors: NotationProblem[];
  notes: ReadingDecision[];
}

/** Anything that was pasted. */
export interface PositionRequest {
  /** a game or a position in any notation; nothing is the start */
  text?: string;
  /** which game of several is to be shown, from 0 */
  game?: number;
}

/** One position with all that its rules say. */
export interface PositionState {
  /** moves since the start of the game, passes included */
  ply: number;
  /** the move that led here */
  move: string | null;
  /** who made it */
  mover: "black" | "white" | null;
  /** squares whose discs it turned */
  flipped: string[];
  /** 64 squares from a1 to h8 (X black, O white, -) and the side to move */
  position: string;
  turn: "black" | "white";
  over: boolean;
  /** the only legal move is a pass */
  must_pass: boolean;
  discs: Discs;
  empties: number;
  /** none if the game is over; only 'pass' if that is forced */
  legal: LegalMove[];
  /** the last name that the game had up to here */
  opening: string | null;
  /** final score with empty squares to the winner, if the game is over */
  black_score: number | null;
  /** what the record says of the move: discs for who made it */
  value: number | null;
}

export interface ProvenMove {
  lower: number;
  upper: number;
  /** a1 to h8, or pass */
  move: string;
}

/** Where a game of XOT begins. */
export interface RandomOpeningReply {
  /** eight moves from the usual start */
  moves: string;
  /** that it was drawn from */
  openings: number;
}

/** What was assumed where the text left something open. */
export interface ReadingDecision {
  /** in English */
  message: string;
  /** one word for programs; empty if it has none */
  code: string;
  /** what belongs to it */
  values: Record<string, number | string>;
}

export interface ReasonReply {
  kind: "score" | "corner" | "x_square" | "wedge" | "pass" | "stability" | "mobility" | "access" | "parity" | "frontier";
  /** at the end of the better line; of events, how often they happen on the way */
  better: CountReply;
  worse: CountReply;
  /** the line that shows it */
  line: "better" | "worse";
  /** moves of that line after which it shows */
  ply: number;
  squares: string[];
}

export interface RegionShare {
  region: string;
  discs: number;
}

export type ReviewLine = ReviewStart | ReviewedMoveReply | ReviewSummary | LiveError;

export interface ReviewRequest {
  /** a game in any notation */
  text: string;
  game?: number;
  /** 'normal' without seconds and depth; repeats with the same verdicts */
  effort?: "quick" | "normal" | "deep" | null;
  /** for each position, instead of an effort */
  seconds?: number | null;
  depth?: number | null;
  /** moves at the start that are not judged, as in random openings */
  skip?: number;
}

export interface ReviewStart {
  type: "start";
  /** moves to come */
  total: number;
  thresholds: Threshold[];
  disc_thresholds: DiscThreshold[];
  /** discs from which on a move that keeps the chances is called wasteful */
  wasteful_discs: number;
  /** a move that loses so much counts 100/e for the accuracy */
  accuracy_scale: number;
  /** expected score from which on a side is the favourite */
  favourite: number;
  explanation: string;
}

export interface ReviewSummary {
  type: "summary";
  black: SideSummary;
  white: SideSummary;
  turning_points: TurningPointReply[];
  opening: string | null;
  /** one or two sentences */
  text: string;
}

/** A move of the game. Scores and expected scores are those of who made it. */
export interface ReviewedMoveReply {
  type: "move";
  /** of the position before it, passes included */
  ply: number;
  /** of the move, passes not counted, from 1 */
  number: number;
  mover: "black" | "white";
  /** a1 to h8, or pass */
  played: string;
  /** a1 to h8, or pass */
  best: string;
  /** discs after the played move */
  score: number;
  best_score: number;
  disc_loss: number;
  /** 0 to 1: chance to win and half of that to draw, after the played move */
  expected: number;
  best_expected: number;
  /** of expected score */
  loss: number;
  move_class: "best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced";
  /** by the discs that it lost, whatever they are worth */
  disc_class: "best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced";
  phase: "opening" | "midgame" | "endgame";
  depth: number;
  /** of the pruning by probability, in percent; 100 if nothing was pruned */
  confidence: number;
  exact: boolean;
  /** legal moves; with one there is nothing to judge */
  choices: number;
  best_pv: string[];
  played_pv: string[];
  /** of the position before the move */
  outlook: OutlookReply | null;
  /** with the played move */
  played_outlook: OutlookReply | null;
  /** discs for Black with best play from the position before the move */
  black_value: number;
}

export interface SaveRequest {
  /** games in any notation */
  text: string;
  /** replaces the name in the text */
  black?: string | null;
  white?: string | null;
  date?: string | null;
  place?: string | null;
  comment?: string | null;
  /** lines beside that of the text, each from the start of its game: a transcript, passes as 'pa' or left out */
  variations?: string[];
  /** comments and marks, of the game's lines */
  notes?: Note[];
}

export interface SavedReply {
  ids: number[];
  /** items that could not be read */
  problems: NotationProblem[];
}

export interface SearchReply {
  position: string;
  turn: "black" | "white";
  /** null if the game is over */
  move: string | null;
  score: number;
  depth: number;
  confidence: number;
  exact: boolean;
  /** the depth asked for was reached, or the exact score found */
  complete: boolean;
  /** the score is at least, or at most, this */
  bound: "lower" | "upper" | null;
  /** if it is proven who wins */
  outcome: "win" | "draw" | "loss" | null;
  pv: string[];
  outlook: OutlookReply | null;
  nodes: number;
  seconds: number;
}

export interface SearchRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** thinking time; without depth and nodes 1 second */
  seconds?: number | null;
  depth?: number | null;
  nodes?: number | null;
}

/** What a review said of a move of the main line. */
export interface SharedMove {
  /** of the position before it, passes included */
  ply: number;
  move_class: "best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced";
  /** discs for who made it */
  score: number;
  best_score: number;
  /** discs for Black in the position before the move */
  black_value: number;
  best_pv: string[];
  played_pv: string[];
  /** why the best move was better, in the reader's language; without it this is told in English */
  why?: string;
}

export interface SideSummary {
  color: "black" | "white";
  moves: number;
  /** 0 to 100; null without moves of choice */
  accuracy: number | null;
  disc_loss: number;
  expected_loss: number;
  classes: Partial<Record<"best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced", number>>;
  phases: PhaseLossReply[];
}

export interface SolveReply {
  position: string;
  turn: "black" | "white";
  lower: number;
  upper: number;
  exact: boolean;
  /** the exact score, or the proven bound nearer to zero */
  score: number;
  move: string | null;
  pv: string[];
  moves: ProvenMove[];
  complete: boolean;
  nodes: number;
  seconds: number;
}

export interface SolveRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  mode?: "exact" | "wld";
  all_moves?: boolean;
  seconds?: number | null;
}

export interface StatisticsReply {
  position: string;
  turn: "black" | "white";
  games: number;
  black_wins: number;
  draws: number;
  white_wins: number;
  mean_score: number | null;
  /** most frequent first */
  moves: NextMove[];
  /** who reached it most often */
  players: string[];
  /** the games with a date by their years, first one first */
  years: YearResults[];
}

export interface StoredGame {
  id: number;
  black: string;
  white: string;
  date: string;
  place: string;
  black_score: number | null;
  ending: string;
  opening: string | null;
  /** discs put on the board */
  plies: number;
  transcript: string;
  source: string;
  /** when, UTC */
  added: string;
  /** of a game played on a board of the page */
  play_key: string | null;
  /** what that board needs to go on with it */
  play: PlayState | null;
}

export interface StoredGameReply {
  stored: StoredGame;
  game: GameState;
}

export interface Threshold {
  name: "best" | "good" | "wasteful" | "inaccuracy" | "mistake" | "blunder" | "forced";
  /** loss of expected score from which on a move is called so */
  least: number;
}

export interface TurningPointReply {
  ply: number;
  number: number;
  mover: "black" | "white";
  /** a1 to h8, or pass */
  played: string;
  favourite_before: "black" | "white" | null;
  favourite_after: "black" | "white" | null;
  /** of Black's expected score */
  swing: number;
}

/** A line of /api/analyse, and the message of /api/live: all moves as they are known now, best first. */
export interface ValuesMessage {
  type: "values";
  /** that of the question */
  id: number;
  position: string;
  turn: "black" | "white";
  moves: MoveValue[];
  /** of the best move */
  depth: number;
  nodes: number;
  /** of thinking, waiting not counted */
  seconds: number;
  /** nothing will follow */
  done: boolean;
  /** done because the depth asked for was reached or all values are exact */
  complete: boolean;
}

/** A line beside the main one. */
export interface Variation {
  /** of the position (of the line that it leaves) from which it starts */
  ply: number;
  /** transcript that leads there, passes included as 'pa' */
  before: string;
  /** transcript of the variation, passes included as 'pa' */
  moves: string;
}

export interface WhyLine {
  /** a1 to h8, or pass */
  move: string;
  /** the move and what is expected to follow, passes included */
  line: string[];
  /** discs for the side to move of the position asked about */
  score: number;
  /** after each move of the line */
  positions: string[];
}

export interface WhyReply {
  position: string;
  turn: "black" | "white";
  better: WhyLine;
  worse: WhyLine;
  /** each speaks for the better move; what cannot be undone first */
  reasons: ReasonReply[];
  sentence: string;
}

/** Why one move is better than another. Lines and scores that a search gave are taken as they are, so that the answer agrees with what was shown; without scores both moves are searched. */
export interface WhyRequest {
  /** A position in any notation, or a game, which means its last position. */
  position: string;
  /** a move or more */
  line: string;
  other: string;
  /** discs for the side to move */
  line_score?: number | null;
  other_score?: number | null;
}

export interface YearResults {
  year: number;
  games: number;
  black_wins: number;
  draws: number;
  white_wins: number;
  /** mean final score in discs for the side to move */
  mean_score: number | null;
}

export type Route =
  | { method: "GET"; path: "/api/ping"; body: undefined; sends: "json"; reply: PingReply }
  | { method: "GET"; path: "/api/info"; body: undefined; sends: "json"; reply: InfoReply }
  | { method: "GET"; path: "/api/engine"; body: undefined; sends: "json"; reply: EngineReply }
  | { method: "PATCH"; path: "/api/engine"; body: EngineRequest; sends: "json"; reply: EngineReply }
  | { method: "POST"; path: "/api/position"; body: PositionRequest; sends: "json"; reply: PositionReply }
  | { method: "POST"; path: "/api/position/file"; body: Blob; sends: "json"; reply: PositionReply }
  | { method: "POST"; path: `/api/position/file?${string}`; body: Blob; sends: "json"; reply: PositionReply }
  | { method: "POST"; path: "/api/move"; body: MoveRequest; sends: "json"; reply: PositionState }
  | { method: "POST"; path: "/api/export"; body: ExportRequest; sends: "file"; reply: Blob }
  | { method: "GET"; path: "/api/openings"; body: undefined; sends: "json"; reply: OpeningsReply }
  | { method: "GET"; path: "/api/openings/xot"; body: undefined; sends: "json"; reply: RandomOpeningReply }
  | { method: "GET"; path: `/api/openings/xot?${string}`; body: undefined; sends: "json"; reply: RandomOpeningReply }
  | { method: "POST"; path: "/api/share/page"; body: GamePageRequest; sends: "file"; reply: Blob }
  | { method: "POST"; path: "/api/share/picture"; body: PictureRequest; sends: "file"; reply: Blob }
  | { method: "POST"; path: "/api/search"; body: SearchRequest; sends: "json"; reply: SearchReply }
  | { method: "POST"; path: "/api/solve"; body: SolveRequest; sends: "json"; reply: SolveReply }
  | { method: "POST"; path: "/api/analyse"; body: AnalyseRequest; sends: "lines"; reply: AnalyseLine }
  | { method: "GET"; path: "/api/levels"; body: undefined; sends: "json"; reply: LevelsReply }
  | { method: "POST"; path: "/api/play"; body: PlayRequest; sends: "json"; reply: PlayReply }
  | { method: "POST"; path: "/api/ponder"; body: PonderRequest; sends: "json"; reply: PonderedReply }
  | { method: "POST"; path: "/api/explain"; body: ExplainRequest; sends: "json"; reply: ExplainReply }
  | { method: "POST"; path: "/api/review"; body: ReviewRequest; sends: "lines"; reply: ReviewLine }
  | { method: "POST"; path: "/api/why"; body: WhyRequest; sends: "json"; reply: WhyReply }
  | { method: "PUT"; path: `/api/games/played/${string}`; body: KeepRequest; sends: "json"; reply: StoredGame }
  | { method: "GET"; path: "/api/games/played/level"; body: undefined; sends: "json"; reply: LevelAdviceReply }
  | { method: "GET"; path: "/api/games"; body: undefined; sends: "json"; reply: GamesReply }
  | { method: "GET"; path: `/api/games?${string}`; body: undefined; sends: "json"; reply: GamesReply }
  | { method: "POST"; path: "/api/games"; body: SaveRequest; sends: "json"; reply: SavedReply }
  | { method: "GET"; path: `/api/games/statistics?${string}`; body: undefined; sends: "json"; reply: StatisticsReply }
  | { method: "GET"; path: `/api/games/export?${string}`; body: undefined; sends: "file"; reply: Blob }
  | { method: "POST"; path: "/api/games/import"; body: FormData; sends: "lines"; reply: ImportLine }
  | { method: "GET"; path: `/api/games/${number}`; body: undefined; sends: "json"; reply: StoredGameReply }
  | { method: "PATCH"; path: `/api/games/${number}`; body: ChangeRequest; sends: "json"; reply: StoredGame }
  | { method: "DELETE"; path: `/api/games/${number}`; body: undefined; sends: "nothing"; reply: undefined }
  | { method: "GET"; path: `/api/games/${number}/export?${string}`; body: undefined; sends: "file"; reply: Blob }
  | { method: "POST"; path: `/api/games/${number}/restore`; body: undefined; sends: "json"; reply: StoredGame }
  | { method: "GET"; path: `/api/book?${string}`; body: undefined; sends: "json"; reply: BookReply }
  | { method: "POST"; path: "/api/book/learn"; body: LearnRequest; sends: "json"; reply: LearningReply }
  | { method: "GET"; path: `/api/book/learn/${number}`; body: undefined; sends: "json"; reply: LearningReply }
  | { method: "DELETE"; path: `/api/book/learn/${number}`; body: undefined; sends: "json"; reply: LearningReply };
