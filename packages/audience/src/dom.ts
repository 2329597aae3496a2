type Attributes = Record<string, string | number | boolean | undefined>
type Child = Node | string | undefined

/** Creates an element. Attributes that are undefined or false, and undefined children, are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.filter((each) => each !== undefined))
  return made
}

/** Adds an event listener. Returns a function that removes it. */
export function on<K extends keyof HTMLElementEventMap>(
  target: EventTarget,
  type: K | (string & {}),
  listener: (event: HTMLElementEventMap[K]) => void,
): () => void {
  // cast: the name of an event decides its class.
  const untyped = listener as EventListener
  target.addEventListener(type, untyped)
  return () => target.removeEventListener(type, untyped)
}

/** Sets a text where it differs, so that screen readers announce changes only. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

/** Sets an attribute where it differs. */
export function setAttribute(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value)
}
