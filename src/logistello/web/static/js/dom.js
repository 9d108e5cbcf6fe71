/** Small helpers to build and update elements. No templates, no framework. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes names of attributes; functions become listeners, null and false are left out
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (name === "value" && "value" in element) element.value = String(value ?? "");
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.append(...kept(children));
  assign(element, attributes);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  element.append(...kept(children));
  assign(element, attributes);
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function kept(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : /** @type {Node} */ (child)));
}

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/**
 * Text that is written only if it changed: cheap enough for twenty updates a second.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of a parent follow a list. Elements stay the same for the same key, so that focus and
 * animations survive an update.
 * @template T
 * @template {HTMLElement} Row
 * @param {Element} parent with no other children
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => Row} create
 * @param {(element: Row, item: T) => void} [update]
 */
export function follow(parent, items, keyOf, create, update = () => {}) {
  const rows = /** @type {Row[]} */ ([...parent.children]);
  const known = new Map(rows.map((child) => [child.dataset.key, child]));
  items.forEach((item, index) => {
    const key = keyOf(item);
    let element = known.get(key);
    if (element) known.delete(key);
    else {
      element = create(item);
      element.dataset.key = key;
    }
    update(element, item);
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
  for (const left of known.values()) left.remove();
}
