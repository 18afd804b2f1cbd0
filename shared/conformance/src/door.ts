/** The ways into a portal's page: the element, the module for Module Federation hosts, and the page for frames. */
export const DOORS = ['element', 'federation', 'frame'] as const
export type Door = (typeof DOORS)[number]

/** The reasons for which a promise says nothing at a door; `--list` and the verdict name them. */
export const BORDER = 'a frame has a document of its own, which the browser keeps apart from the page'
export const NO_SCRIPT = 'no script of its own brings an element into the page'
