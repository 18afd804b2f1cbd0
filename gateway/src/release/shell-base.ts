/** Where the gateway serves the shell's files; the shell is built for this address. */
export const shellBase = '/shell/'
