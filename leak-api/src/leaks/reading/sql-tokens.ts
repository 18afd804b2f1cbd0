import { MAX_ROW_BYTES } from './rows.ts'

/** A word is a name without quotes, a number or a keyword. */
export type SqlToken = {
  readonly kind: 'word' | 'name' | 'text' | 'sign'
  readonly text: string
  readonly start: number
  readonly end: number
}

const SPACE = /\s*/y
const WORD = /[\w@$.+-]+/y
const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '[': ']' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', '0': '\0', Z: '\u001a' }

export const unescape = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\([\s\S])/g, (_all, sign: string) => ESCAPES[sign] ?? sign) : text

/** Place after the closing quote, or -1. */
const endOfQuoted = (text: string, start: number, quote: string, escapes: boolean): number => {
  for (let at = start; ;) {
    const end = text.indexOf(quote, at)
    if (end === -1) return -1
    let slashes = 0
    while (text[end - 1 - slashes] === '\\' && end - 1 - slashes >= start) slashes += 1
    if (escapes && slashes % 2 === 1) at = end + 1
    else if (text[end + 1] === quote) at = end + 2
    else return end + 1
  }
}

/** Place after a comment at `start`; -1: no end yet; `start`: no comment. */
const endOfComment = (text: string, start: number): number => {
  const line = text.startsWith('--', start) || text[start] === '#'
  if (!line && !text.startsWith('/*', start)) return start
  const end = text.indexOf(line ? '\n' : '*/', start + 1)
  return end === -1 ? -1 : end + (line ? 1 : '*/'.length)
}

/** `next` returns `undefined` while the text may begin a token. */
export const createSqlTokens = (backslashes: boolean) => {
  let text = ''
  let at = 0
  let isLast = false

  const quoted = (start: number, prefix: string): SqlToken | undefined => {
    const open = text[start + prefix.length] ?? ''
    const close = CLOSING[open] ?? ''
    const from = start + prefix.length + 1
    const isText = open === "'" || open === '"'
    const escapes = isText && (backslashes || prefix.toLowerCase() === 'e')
    const end = endOfQuoted(text, from, close, escapes)
    // A quote at the end of what is pending may be the first of a doubled one.
    if (end === -1 || (end === text.length && !isLast)) return undefined
    const inner = text.slice(from, end - 1)
    const single = inner.includes(close) ? inner.replaceAll(close + close, close) : inner
    return { kind: isText ? 'text' : 'name', text: escapes ? unescape(single) : single, start, end }
  }

  const read = (): SqlToken | undefined => {
    for (;;) {
      SPACE.lastIndex = at
      SPACE.test(text)
      const start = SPACE.lastIndex
      if (start >= text.length - 1 && !isLast) return undefined
      if (start >= text.length) return undefined
      const behind = endOfComment(text, start)
      if (behind === -1) return undefined
      if (behind !== start) {
        at = behind
        continue
      }
      if (CLOSING[text[start] ?? ''] !== undefined) return quoted(start, '')
      WORD.lastIndex = start
      if (!WORD.test(text)) return { kind: 'sign', text: text[start] ?? '', start, end: start + 1 }
      const end = WORD.lastIndex
      if (end === text.length && !isLast) return undefined
      const word = text.slice(start, end)
      if (text[end] === "'" && /^(?:[nbex]|_\w+)$/i.test(word)) return quoted(start, word)
      return { kind: 'word', text: word, start, end }
    }
  }

  return {
    next: (): SqlToken | undefined => {
      const token = read()
      if (token !== undefined) at = token.end
      return token
    },
    /** Adds text, and drops the read part. */
    push: (more: string): void => {
      text = text.slice(at) + more
      at = 0
    },
    /** No more text follows. */
    end: () => {
      isLast = true
    },
    /** Returns whether pending text was too long for a token, or the text's end. */
    skipOverlong: (): boolean => {
      if (text.length - at <= MAX_ROW_BYTES) return false
      at = text.length
      return true
    },
    /** `undefined`: the line's end is pending. */
    restOfLine: (): string | undefined => {
      const end = text.indexOf('\n', at)
      if (end === -1 && !isLast) return text.length - at > MAX_ROW_BYTES ? takeTo(text.length) : undefined
      if (end === -1 && at >= text.length) return undefined
      return takeTo(end === -1 ? text.length : end + 1)
    },
    isLineStart: (start: number) => start === 0 || text[start - 1] === '\n',
    place: () => at,
    pending: () => text,
  }

  function takeTo(end: number): string {
    const line = text.slice(at, end)
    at = end
    return line
  }
}
