type Attributes = Record<string, string | number | boolean | undefined>
type Child = Node | string | undefined

/** Makes an element; attributes that are undefined or false are left out, children that are undefined too. */
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

/** Listens for an event of an element; answers how to stop. */
export function on<K extends keyof HTMLElementEventMap>(
  target: EventTarget,
  type: K | (string & {}),
  listener: (event: HTMLElementEventMap[K]) => void,
): () => void {
  // cast: the name of the event decides the class of what is dispatched.
  const heard = listener as EventListener
  target.addEventListener(type, heard)
  return () => target.removeEventListener(type, heard)
}

/** Sets a text where it differs, so that screen readers announce changes only. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text
}

/** Sets an attribute where it differs. */
export function setAttribute(target: Element, name: string, value: string): void {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value)
}
