import { runInNewContext } from 'node:vm'
import { transformSync } from '@swc/core'
import compile from 'icu-minify/compile'
import { ECMASCRIPT } from '../ecmascript.ts'

/**
 * Replaces ICU texts by compiled texts, so that no parser ships. The module exports objects of
 * texts, and imports only types. Throws with the name of an invalid message.
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

/** Keeps exports separate, so that unused exports do not ship. */
const compileMessagesLoader = (source: string): string =>
  Object.entries(compileMessages(source))
    .map(([name, messages]) => `export const ${name} = ${JSON.stringify(messages)}\n`)
    .join('')

// webpack takes loaders from the default export.
export default compileMessagesLoader
