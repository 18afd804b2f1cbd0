export const DOORS = ['element', 'federation', 'frame'] as const
export type Door = (typeof DOORS)[number]

export const BORDER = 'a frame has a document of its own, which the browser keeps apart from the page'
export const NO_SCRIPT = 'no script of its own brings an element into the page'
