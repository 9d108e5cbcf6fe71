/** Sounds, made here and nowhere else: a disc is put down, others turn, the game ends. */
/**
 * @import { App } from "./main.js"
 * @import { GameNode } from "./tree.js"
 */

const LOUDNESS = /** @type {Record<string, number>} */ ({ off: 0, gentle: 0.08, clear: 0.3 });
/** Seconds between two discs that turn, and how many of them are heard. */
const TURN_PAUSE = 0.035;
const MOST_TURNS = 8;
/** Hertz of a disc that is put down, of one that turns, and of the notes at the end. */
const PUT = 190;
const TURN = 620;
const END = [392, 523.25];

/** @type {AudioContext | null} */
let context = null;
let mounted = false;

/** Once; the settings say whether anything is heard. @param {App} app @param {boolean} chosen just now: a sample is heard */
export function mountSounds({ session, settings }, chosen) {
  const loudness = () => LOUDNESS[settings.get("sounds")] ?? 0;
  if (chosen) moveSound(audible(), loudness(), 1);
  if (mounted) return;
  mounted = true;
  session.on("place", (before) => {
    if (!loudness() || !before || session.current.parent !== before) return;
    const audio = audible();
    moveSound(audio, loudness(), turned(before, session.current));
    if (session.current.state.over) endSound(audio, loudness());
  });
}

function audible() {
  context ??= new AudioContext();
  context.resume();
  return context;
}

/** Discs that a move has turned. @param {GameNode} before @param {GameNode} after */
const turned = (before, after) => before.state.legal.find(({ move }) => move === after.state.move)?.flips.length ?? 0;

/** @param {AudioContext} audio @param {number} loudness @param {number} discs */
function moveSound(audio, loudness, discs) {
  if (!discs) return; // a pass is silent
  tone(audio, PUT, audio.currentTime, 0.09, loudness);
  for (let n = 0; n < Math.min(discs, MOST_TURNS); n += 1)
    tone(audio, TURN + 18 * n, audio.currentTime + 0.08 + n * TURN_PAUSE, 0.03, loudness / 3);
}

/** @param {AudioContext} audio @param {number} loudness */
function endSound(audio, loudness) {
  END.forEach((pitch, n) => tone(audio, pitch, audio.currentTime + 0.5 + 0.18 * n, 0.6, loudness / 2));
}

/** @param {AudioContext} audio @param {number} pitch @param {number} start @param {number} seconds @param {number} loudness */
function tone(audio, pitch, start, seconds, loudness) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + seconds);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + seconds);
}
