/** Raise it when a line gives another address or password (M-IMPORT-72). */
export const READER = 1
