import type { Logger } from '@atalaia/contracts'

export type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly message: string; readonly detail: unknown }

/** A logger that keeps what it is told. */
export const createFakeLogger = (): { logger: Logger; lines: LogLine[] } => {
  const lines: LogLine[] = []
  const keep = (level: LogLine['level']) => (message: string, detail?: unknown) => {
    lines.push({ level, message, detail })
  }
  return { logger: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}
