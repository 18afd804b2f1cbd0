/** How a part of the dashboard stands: known, on its way, or not known after a failed load. */
export type PartStatus = 'loading' | 'ready' | 'failed'

export const partStatus = (value: unknown, isReceiving: boolean): PartStatus => {
  if (value !== null) return 'ready'
  return isReceiving ? 'loading' : 'failed'
}

/** Stands for every number that is not known. */
export const UNKNOWN = '—'
