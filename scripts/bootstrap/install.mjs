import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprintOfDependencies, GENERATORS } from './dependencies.mjs'
import { runChild } from './run-child.mjs'

const say = (text) => process.stderr.write(`${text}\n`)
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The version of pnpm that the workspace's catalog names. */
export const pnpmVersion = (workspaceFile) => {
  const version = /^\s+pnpm: (\d\S*)$/m.exec(read(workspaceFile))?.[1]
  if (!version) throw new Error(`${workspaceFile} names no version of pnpm in its catalog`)
  return version
}

/**
 * Sets the hooks of lefthook.yml in a clone where a person works: not in CI, and not in a folder without Git. A failure is
 * told, and stops nothing.
 */
const setHooks = async (root, run) => {
  if (process.env.CI || !existsSync(join(root, '.git'))) return
  const lefthook = join(root, 'node_modules', '.bin', 'lefthook')
  const code = await run(lefthook, ['install'], { cwd: root, stdio: ['ignore', 2, 2] }).ended
  if (code !== 0) say(`No hooks before commits: ${lefthook} install ended with ${code}.`)
}

/** Runs each generator, in a clone that has it; gives the name of the first one that fails. */
const generate = async (root, run) => {
  const node = join(root, 'node_modules', 'node', 'bin', 'node')
  for (const { script } of GENERATORS.filter((each) => existsSync(join(root, each.script)))) {
    const code = await run(node, [join(root, script)], { cwd: root, stdio: ['ignore', 2, 2] }).ended
    if (code !== 0) return script
  }
  return undefined
}

/** Brings the packages, and generates what is made of them, when they are missing or changed; otherwise does nothing. */
export const ensureInstalled = async (root, run = runChild) => {
  const stamp = join(root, 'node_modules', '.atalaia-installed')
  const wanted = fingerprintOfDependencies(root)
  const node = join(root, 'node_modules', 'node', 'bin', 'node')
  if (read(stamp) === wanted && existsSync(node)) return { ok: true, ran: false }

  const pnpm = `pnpm@${pnpmVersion(join(root, 'pnpm-workspace.yaml'))}`
  const began = Date.now()
  say(`Installing the packages with ${pnpm} (a minute or less, only when they have changed) …`)
  const code = await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile'], {
    cwd: root,
    // CI=true: pnpm asks nothing when it has to replace a folder.
    env: { ...process.env, CI: 'true' },
    // Standard output belongs to the script that runs afterwards.
    stdio: ['ignore', 2, 2],
  }).ended
  if (code !== 0) return { ok: false, message: failure(pnpm, code) }
  const failed = await generate(root, run)
  if (failed) return { ok: false, message: `${failed} failed; its words are above.` }

  await setHooks(root, run)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  say(`Installed in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  return { ok: true, ran: true }
}

const failure = (pnpm, code) =>
  [
    `The packages could not be installed (${pnpm} ended with ${code}); its words are above.`,
    '- No network: the npm registry must be reachable (npm ping).',
    '- LOCKFILE in its words: a package.json or pnpm-workspace.yaml changed without the lockfile; run',
    `  npx ${pnpm} install`,
  ].join('\n')
