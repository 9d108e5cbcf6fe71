/**
 * All words of the page. To translate it, add a table with the same keys to LANGUAGES; what is missing stays English.
 * {name} is replaced by a value.
 */

const ENGLISH = {
  skip: "Skip to the board", modes: "What to do", tools: "Tools", board: "Board", graph: "Course of the game", moves: "Moves", panel: "Details",
  "mode.analysis": "Analyse", "mode.play": "Play", "mode.review": "Review", "mode.library": "Library",
  black: "Black", white: "White", empty: "empty", nobody: "nobody", start: "start", close: "Close", cancel: "Cancel", copy: "Copy", copied: "Copied", stop: "Stop",
  new: "New game", open: "Open or paste", save: "Save to the library", export: "Share and export", theme: "Light or dark", help: "Help and keys", settings: "Settings", print: "Print report",
  hide: "Hide everything", hidden: "Everything is hidden. Press H to show it.", shown: "Everything is shown again.", "secret.play": "Hidden while a game is played. End it in Play to see what the engine thinks.", "secret.retry": "Hidden while you look for a better move.", "secret.setup": "Set up the position; Done goes on.", setup: "Set up a position", pass: "Pass",
  failure: "Something went wrong in the page. Reload it, please.", unreachable: "The server does not answer. Is “logistello web” still running?",

  steps: "Steps through the game", "step.first": "To the start", "step.back": "One move back", "step.forward": "One move on", "step.last": "To the end",
  "board.turn": "Turn the board", "board.legal": "legal move", "board.last": "last move",
  "status.turn": "Move {number} · {color} to move", "status.pass": "{color} must pass", "status.draw": "Draw, 32 – 32", "status.wins": "{color} wins {points}",
  "pass.text": "{color} has no move and must pass.", moved: "{color} {move}",
  "moves.none": "No moves yet. Click a marked square, or paste a game with Ctrl+V.",
  "graph.label": "Course of the game, drag to navigate", "graph.value": "{value} discs for Black", "graph.at": "move {number}, {move} {value}",
  exact: "exact", "value.label": "value {value}, {sure}", "value.depth": "depth {depth}",

  "tab.lines": "Engine", "tab.why": "Why", "tab.book": "Book", "tab.database": "Games",
  "engine.switch": "Engine on or off", "engine.on": "The engine thinks.", "engine.off": "The engine rests. Press Space to wake it.", "game.over": "The game is over.",
  "facts.depth": "depth {depth} @ {sure} %", "facts.nodes": "{nodes} positions", "facts.speed": "{speed}/s",
  "sure.title": "depth {depth}, pruned with {sure} % confidence", "outlook.title": "win {win}, draw {draw}, loss {loss}; final score {low} to {high} with 90 %",
  "key.space": "Space",

  "why.move": "Explain", "why.other": "compared with", "why.position": "this position", "why.nothing": "nothing",
  "why.good": "good for {color}", "why.bad": "bad for {color}",
  "why.sum": "The patterns add up to {value} discs for {color}.", "why.difference": "{line} against {other}: a difference of {value} discs.",
  "why.note": "The evaluation is a sum of pattern weights, so these shares are exact. The weight of a pattern is spread evenly over its squares. Point at a pattern to see where it lies.",

  "book.none": "There is no opening book. “logistello book” makes one.", "book.left": "The book does not know this position.",
  "book.head": "Book value {score}, {games} games", "book.reliability": "Reliability", "book.grade": "searched to depth {depth}", "book.deviation": "not in the book",
  "book.legend": "S proven · A to E from deep to shallow search", "outcome.win": "win", "outcome.draw": "draw", "outcome.loss": "loss",
  move: "Move", value: "Value", games: "Games", results: "Results", mean: "Mean",
  "database.none": "No game of the library went through this position.", "database.import": "Import games", "database.games": "Show these games",
  "database.head": "{games} games, mean {mean} discs for the side to move", "database.players": "Often reached by {players}",
  "results.label": "Black won {black}, drawn {draw}, White won {white}",

  "play.new": "New game", "play.level": "Level", "play.side": "You play", "play.side.black": "Black", "play.side.white": "White", "play.side.random": "Random", "play.side.both": "Two people", "play.side.none": "Watch",
  "play.clock": "Clock", "play.noclock": "No clock", "play.increment": "Per move", minutes: "{n} min", increment: "+ {n} s", "play.from": "Start from", "play.usual": "The usual start", "play.here": "This position (move {number})", "play.openings": "Openings",
  "play.name": "Your name", "play.hints": "Hints allowed", "play.start": "Start the game", "play.engine": "Level {level}", "play.you": "You",
  "play.hint": "Hint", "play.back": "Take back", "play.resign": "Resign", "play.thinking": "{name} is thinking …", "play.yours": "Your move", "play.looking": "You look at an earlier position. A move here takes the later ones back.",
  "play.moved": "{color} plays {move}", "play.hint.text": "Try {move} ({value}).", "play.time": "{color}'s time is up.", "play.resigned": "{color} resigned.",

  "review.text": "Every move of the line is compared with the best one. Moves are judged by the expected score that they lose, not by discs alone.",
  "review.effort": "Effort", "review.quick": "Quick (0.1 s a move)", "review.normal": "Normal (0.4 s a move)", "review.deep": "Deep (1.5 s a move)", "review.skip": "Skip first moves",
  "review.start": "Review this game", "review.progress": "Progress of the review", "review.done": "{done} of {total} moves", "review.empty": "There is no game yet. Play one, paste one, or open one from the library.",
  "review.accuracy": "accuracy", "review.lost": "{discs} discs lost", "review.phases": "Discs lost by phase", "review.turning": "Turning points", "review.turn": "from {before} to {after}, {swing} swing",
  "review.mistakes": "Mistakes", "review.clean": "No mistakes. Well played!", "review.better": "{best} was better: {discs} discs, {expected} of expected score",
  "review.thresholds": "How moves are classed", "review.from": "loses {loss} of expected score or more", "review.again": "New review",
  "class.best": "best", "class.good": "good", "class.inaccuracy": "inaccuracy", "class.mistake": "mistake", "class.blunder": "blunder", "class.forced": "forced",
  "phase.opening": "Opening", "phase.midgame": "Midgame", "phase.endgame": "Endgame",
  retry: "Try again", "retry.ask": "{color} played {played}. Find something better on the board.", "retry.thinking": "Looking at {move} …", "retry.best": "{move} is the best move!", "retry.good": "{move} is just as good ({value}).",
  "retry.same": "{move} is the move of the game; it loses {loss} discs. Look for another one.", "retry.no": "{move} loses {loss} discs. Try another one.", "retry.answer": "Show the answer", "retry.end": "Back to the review", "retry.told": "Best was {best}: {line}.",
  "report.title": "{black} – {white}", "report.number": "No.", "report.side": "", "report.move": "Move", "report.value": "Value", "report.best": "Best", "report.loss": "Loss", "report.class": "Class",

  "library.player": "Player", "library.opening": "Opening", "library.result": "Result", "library.result.any": "Any result", "library.result.black": "Black won", "library.result.white": "White won", "library.result.draw": "Draw",
  "library.since": "From", "library.until": "To", "library.order": "Order", "library.order.newest": "Newest first", "library.order.oldest": "Oldest first", "library.order.date": "By date", "library.order.player": "By player",
  "library.here": "Only games through this position", "library.total": "{n} games", "library.none": "No games. Import some, or save one with S.", "library.more": "Show more", "library.edit": "Change names", "library.export": "Export as GGF", "library.delete": "Delete", "library.sure": "Delete {game}?",
  "library.exportall": "Export all", "library.numbers": "Statistics of this position",
  "import.files": "Import files", "import.folder": "Import a folder", "import.text": "WTHOR (.wtb with .jou and .trn), GGF, SGF, PGN, transcripts. Files can also be dropped on the page.", "import.progress": "Progress of the import", "import.sending": "Sending …", "import.games": "{file}: {games} games", "import.done": "{games} games imported, {duplicates} were there already.",

  "open.text": "Paste anything: moves, a board, FEN, GGF, SGF, PGN.", "open.placeholder": "f5d6c3d3c4 …", "open.file": "Choose a file", "open.go": "Open", "open.several": "{n} games", "open.filter": "Find a player", "open.first": "the first {n} are listed", "open.plies": "{n} moves", "open.import": "Import all into the library", "open.done": "{format}, {moves} moves",
  "share.link": "Link to this place", "share.moves": "Moves", "share.position": "Position", "share.file": "As a file", "share.download": "Download", format: "Format",
  "save.nothing": "There is nothing to save yet: make a move first.", saved: "Saved to the library.", "save.black": "Black", "save.white": "White", "save.date": "Date", "save.place": "Place", "save.comment": "Comment",
  "setup.turn": "{color} to move", "setup.clear": "Clear", "setup.done": "Done", "setup.key.black": "Black (B)", "setup.key.white": "White (W)", "setup.key.empty": "Empty (E)",

  "help.text": "Click a square to move. Values on the squares are discs for the side to move; a tick marks exact ones. Drag the graph to walk through the game. Everything can be done with the keyboard:",
  "key.branch": "Back to where lines part", "key.switch": "Other variation", "key.promote": "Make this the main line", "key.cut": "Remove this move and what follows", "key.nth": "Play the n-th best move", "key.pass": "Pass, if there is no move", "key.go": "Let the engine move", "key.values": "Values on the squares", "key.why": "Why: heat map", "key.board": "Move the cursor on the board", "key.cursor": "Cursor on the board, play", "key.paste": "Paste a game or position", "key.copy": "Copy the moves", "key.escape": "Leave set-up mode or a dialog",
  "setting.values": "Values on the squares", "setting.whole": "Whole numbers only", "setting.motion": "Animated flips", "setting.singleKeys": "Shortcuts of one letter", "theme.auto": "As the system", "theme.light": "Light", "theme.dark": "Dark",
};

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = { en: ENGLISH };

const language = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES) ?? "en";
const table = { ...ENGLISH, ...LANGUAGES[language] };

/**
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const text = /** @type {Record<string, string>} */ (table)[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Fills what index.html names. @param {Document} page */
export function translatePage(page) {
  page.documentElement.lang = language;
  for (const element of page.querySelectorAll("[data-text]")) element.textContent = t(/** @type {HTMLElement} */ (element).dataset.text ?? "");
  for (const element of page.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
}
