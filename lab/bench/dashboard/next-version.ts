import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { remoteConfig } from '@atalaia/build'
import { root, whenStale } from '@atalaia/stack'
import { z } from 'zod'
import { webpackOptions } from '../../../mfe-analytics/webpack.config.ts'
import { newToken } from '../gateway/new-token.ts'
import { sourcesHash } from '../opponents/built-opponent.ts'
import { changeOf, CHANGED_REMOTE, run, type Edition } from '../opponents/webpack-build.ts'

const DESCRIPTOR = 'remote.json'
const own = join(root, CHANGED_REMOTE)
const descriptionSchema = z.looseObject({ version: z.string() })
const runFile = promisify(execFile)

const buildNext = async (dir: string, description: { readonly version: string }): Promise<void> => {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, DESCRIPTOR), JSON.stringify(description))
  for (const entry of ['node_modules', 'package.json']) await symlink(join(own, entry), join(dir, entry))
  // The names of modules go by the folder of the sources: they stay what they are in the version before.
  await run(
    remoteConfig(dir, {
      mode: 'production',
      webpack: {
        ...webpackOptions,
        context: own,
        output: { path: join(dir, 'dist') },
        plugins: changeOf('next'),
      },
    }),
  )
}

const nextVersion = async (): Promise<{ readonly version: string; readonly dist: string }> => {
  const description = descriptionSchema.parse(JSON.parse(await readFile(join(own, DESCRIPTOR), 'utf8')))
  const [major = 0, minor = 0, patch = 0] = description.version.split('.').map(Number)
  const version = [major, minor, patch + 1].join('.')
  const dir = join(root, '.cache', 'bench', 'next')
  const dist = join(dir, 'dist')
  const isThere = () => existsSync(join(dist, DESCRIPTOR))
  await whenStale({ name: 'bench-next', fingerprint: sourcesHash, isThere }, () =>
    buildNext(dir, { ...description, version }),
  )
  return { version, dist }
}

export type Editions = {
  readonly promote: (edition: Edition) => Promise<void>
}

export const publishEditions = async (gateway: {
  readonly url: string
  readonly dataDir: string
}): Promise<Editions> => {
  const { url, dataDir } = gateway
  const env = { ...process.env, DATA_DIR: dataDir, GATEWAY_URL: url }
  const publish = (dist: string) =>
    runFile(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), 'publish', dist], { env })
  const token = await newToken(dataDir, CHANGED_REMOTE)
  const { version } = descriptionSchema.parse(JSON.parse(await readFile(join(own, DESCRIPTOR), 'utf8')))
  const next = await nextVersion()
  const versions: Readonly<Record<Edition, string>> = { current: version, next: next.version }
  const promote = async (edition: Edition) => {
    const answer = await fetch(`${url}/-/remotes/${CHANGED_REMOTE}/promote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: versions[edition] }),
    })
    if (!answer.ok) throw new Error(`${versions[edition]} was not promoted: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  await publish(join(own, 'dist'))
  await promote('current')
  await publish(next.dist)
  return { promote }
}
