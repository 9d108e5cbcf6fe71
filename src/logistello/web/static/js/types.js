/**
 * Shapes of what the server sends (see /api/openapi.json) and of what the modules share.
 *
 * @typedef {"black" | "white"} Color
 * @typedef {{move: string, flips: string[], opening: string | null}} LegalMove
 * @typedef {{ply: number, move: string | null, mover: Color | null, flipped: string[], position: string, turn: Color,
 *   over: boolean, must_pass: boolean, discs: {black: number, white: number}, empties: number, legal: LegalMove[],
 *   opening: string | null, black_score: number | null, value: number | null, comment: string}} PositionState
 * @typedef {{name: string, rating: number | null}} PlayerInfo
 * @typedef {{ply: number, before: string, moves: string}} Variation
 * @typedef {{black: PlayerInfo, white: PlayerInfo, date: string, place: string, comment: string,
 *   result: {black_score: number | null, ending: string}, start: string, usual_start: boolean, transcript: string,
 *   opening: string | null, positions: PositionState[], variations: Variation[]}} GameState
 * @typedef {{index: number, black: string, white: string, date: string, plies: number, black_score: number | null}} GameLine
 * @typedef {{format: string, count: number, games: GameLine[], game: GameState, errors: {message: string}[],
 *   notes: string[]}} PositionReply
 *
 * @typedef {{win: number, draw: number, loss: number, low: number, high: number}} Outlook
 * @typedef {{move: string, score: number, depth: number, confidence: number, exact: boolean, bound: string | null,
 *   pv: string[], outlook: Outlook | null}} MoveValue scores are discs for the side to move
 * @typedef {{type: "values", id: number, position: string, turn: Color, moves: MoveValue[], depth: number,
 *   nodes: number, seconds: number, done: boolean, complete: boolean}} ValuesMessage
 *
 * @typedef {{ply: number, number: number, mover: Color, played: string, best: string, score: number, best_score: number,
 *   disc_loss: number, expected: number, best_expected: number, loss: number, move_class: string, phase: string,
 *   depth: number, exact: boolean, best_pv: string[], outlook: Outlook | null, black_value: number}} ReviewedMove
 * @typedef {{color: Color, moves: number, accuracy: number | null, disc_loss: number, expected_loss: number,
 *   classes: Record<string, number>, phases: {phase: string, moves: number, discs: number, expected: number}[]}} SideSummary
 * @typedef {{black: SideSummary, white: SideSummary, turning_points: {ply: number, number: number, mover: Color,
 *   played: string, favourite_before: Color | null, favourite_after: Color | null, swing: number}[],
 *   opening: string | null, text: string}} ReviewSummary
 *
 * @typedef {{black: number, low: number, high: number, depth: number, exact: boolean}} NodeValue discs for Black
 * @typedef {import("./tree.js").GameNode} GameNode
 * @typedef {import("./session.js").Session} Session
 * @typedef {{session: Session, board: import("./board.js").Board, engine: import("./engine.js").EngineView,
 *   settings: import("./settings.js").Settings, play: import("./play.js").Play,
 *   learning: import("./learning.js").Learning, review: import("./review.js").Review, setup: import("./setup.js").SetUp, actions: Record<string, Function>}} App
 */
export {};
