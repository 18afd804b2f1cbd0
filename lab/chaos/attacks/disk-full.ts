import { cp, mkdtemp, readdir, rename, rm, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import type { Attack } from '../attack.ts'
import { PUBLISHED } from '../stage.ts'

const SIZE = '64m'
const PIECE = Buffer.alloc(1024 * 1024)

const mount = (folder: string) => runCaptured('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'chaos', folder], {})
const unmount = (folder: string) => runCaptured('umount', ['--lazy', folder], {})

const fill = async (folder: string): Promise<void> => {
  try {
    for (let at = 0; ; at++) await writeFile(join(folder, `filling-${at}`), PIECE)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

export const diskFull: Attack = {
  name: 'disk-full',
  what: 'no room left where published builds lie, and builds are uploaded',
  short: false,
  leastSeconds: 8,
  health: 'either',
  pages: 'served',
  api: 'served',
  unable: async () => {
    if (userInfo().uid !== 0) return 'only root may mount a small disk'
    const trial = await mkdtemp(join(tmpdir(), 'chaos-mount-'))
    const { code, output } = await mount(trial)
    if (code === 0) await unmount(trial)
    await rm(trial, { recursive: true, force: true })
    return code === 0 ? undefined : `a small disk cannot be mounted: ${output.trim()}`
  },
  attack: async ({ artifacts, remotes }, signal) => {
    const found: string[] = []
    const whole = `${artifacts}.whole`
    const build = `${artifacts}.build`
    await cp(join(root, PUBLISHED.name, 'dist'), build, { recursive: true })
    await rename(artifacts, whole)
    await mkdir(artifacts)
    try {
      const { code, output } = await mount(artifacts)
      if (code !== 0) return [`the small disk was not mounted: ${output.trim()}`]
      await cp(whole, artifacts, { recursive: true })
      await fill(artifacts)
      const before = await readdir(artifacts, { recursive: true })
      while (!signal.aborted) {
        const upload = await remotes('publish', PUBLISHED.name, '--dir', build, '--no-build')
        if (upload.code === 0) found.push('an upload to a full disk was told as done')
        if (/\n\s+at /.test(upload.output)) found.push('an upload to a full disk ended with a stack')
      }
      const left = (await readdir(artifacts, { recursive: true })).length - before.length
      if (left > 0) found.push(`uploads to a full disk left ${left} files`)
    } finally {
      await unmount(artifacts)
      await rm(artifacts, { recursive: true, force: true })
      await rename(whole, artifacts)
      await rm(build, { recursive: true, force: true })
    }
    return [...new Set(found)]
  },
}
