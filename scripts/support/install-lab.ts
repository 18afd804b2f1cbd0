import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured, whenStale } from '@atalaia/stack'

const lab = join(root, 'lab')

/** Installs `lab/pnpm-lock.yaml`, also for example portals, unless present. */
export const installLab = (): Promise<void> =>
  whenStale(
    {
      name: 'install-lab',
      fingerprint: () =>
        ['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => readFileSync(join(lab, name), 'utf8')).join('\0'),
      isThere: () => existsSync(join(lab, 'node_modules')),
    },
    async () => {
      console.error('Installing the packages of lab/ (a minute or less, only when they have changed) …')
      const pnpm = join(root, 'node_modules', '.bin', 'pnpm')
      const { code, output } = await runCaptured(pnpm, ['install', '--frozen-lockfile'], {
        cwd: lab,
        // pnpm asks nothing when it has to replace a folder.
        env: { ...process.env, CI: 'true' },
      })
      if (code !== 0) throw new Error(`the packages of lab/ could not be installed\n${output}`)
    },
  )
