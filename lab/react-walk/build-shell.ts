import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'

const jsxRuntime = (real: string): string => `const real = require(${JSON.stringify(real)})
const CONTEXT = Symbol.for('react.context')
const typeOf = (type) => (type && type.$$typeof === CONTEXT ? type.Provider : type)
exports.Fragment = real.Fragment
exports.jsx = (type, ...rest) => real.jsx(typeOf(type), ...rest)
exports.jsxs = (type, ...rest) => real.jsxs(typeOf(type), ...rest)
`

const run = async (
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const { code, output } = await runCaptured(program, args, { cwd, env: { ...process.env, ...env } })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${output}`)
}

/** Builds the shell with another React from the registry, into `folder`. `dist` has its `shell.json`. */
export const buildShellWith = async (version: string, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const wanted = [`react@${version}`, `react-dom@${version}`]
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted], folder)
  writeFileSync(join(folder, 'jsx-runtime.cjs'), jsxRuntime(join(folder, 'node_modules', 'react', 'jsx-runtime.js')))
  const shell = join(root, 'host-shell')
  const config = join(import.meta.dirname, 'shell.config.ts')
  await run(join(shell, 'node_modules', '.bin', 'webpack'), ['--config', config], shell, { REACT_FOLDER: folder })
}
