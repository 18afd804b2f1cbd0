import type { Logger } from '@atalaia/contracts'

const print = (method: 'info' | 'warn' | 'error') => (message: string, detail?: unknown) => {
  const parts = detail === undefined ? [message] : [message, detail]
  // oxlint-disable-next-line no-console -- the one place where the page writes to the console
  console[method](...parts)
}

export const consoleLogger: Logger = { info: print('info'), warn: print('warn'), error: print('error') }
