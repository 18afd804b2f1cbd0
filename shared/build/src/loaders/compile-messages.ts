import { runInNewContext } from 'node:vm'
import { transformSync } from '@swc/core'
import compile from 'icu-minify/compile'
import { ECMASCRIPT } from '../ecmascript.ts'

/**
 * The exports of a module of messages with each text in the place of an ICU message compiled, so that no parser ships.
 * Such a module exports objects of texts, and imports types alone. Throws, with the name of the message, for a text that
 * is no ICU message.
 */
export const compileMessages = (source: string): Readonly<Record<string, Record<string, unknown>>> => {
  const { code } = transformSync(source, {
    jsc: { parser: { syntax: 'typescript' }, target: ECMASCRIPT },
    module: { type: 'commonjs' },
  })
  const exported: Record<string, Record<string, string>> = {}
  runInNewContext(code, { exports: exported })
  return Object.fromEntries(Object.entries(exported).map(([name, texts]) => [name, compileAll(texts)]))
}

const compileAll = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, compileOne(name, text)]))

const compileOne = (name: string, text: string) => {
  try {
    return compile(text)
  } catch (cause) {
    throw new Error(`message ${name}: not an ICU message: ${text}`, { cause })
  }
}

/** A webpack loader that compiles a module of messages. Each export stays one of its own, so that unused ones do not ship. */
const compileMessagesLoader = (source: string): string =>
  Object.entries(compileMessages(source))
    .map(([name, messages]) => `export const ${name} = ${JSON.stringify(messages)}\n`)
    .join('')

// webpack takes loaders from the default export.
export default compileMessagesLoader
