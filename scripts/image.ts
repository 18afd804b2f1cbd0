import { runCaptured } from '@atalaia/stack'
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeProductionTree } from './support/production-tree.ts'
import { parseOptions, runScript } from './support/run-script.ts'
import { runStreamed } from './support/run-streamed.ts'

const HELP = `npm run image -- [--tag NAME] [--base IMAGE] [-- ARGUMENT …]
Builds the image of both servers with buildah, podman or docker, and passes each ARGUMENT on to it.

  --tag NAME     the name of the image (atalaia)
  --base IMAGE   Debian with Node 24 and npm (docker.io/library/node:24-bookworm-slim); a digest fixes it
  --tree FOLDER  writes the contents of the image into an empty folder, and builds no image`

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    tag: { type: 'string', default: 'atalaia' },
    base: { type: 'string' },
    tree: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

/** OCI's format has no health check. */
const BUILDERS: readonly (readonly [string, ...string[]])[] = [
  ['buildah', 'build', '--format', 'docker'],
  ['podman', 'build', '--format', 'docker'],
  ['docker', 'build'],
]

const buildImage = async () => {
  for (const [program, ...build] of BUILDERS) {
    if ((await runCaptured(program, ['--version'], {})).code !== 0) continue
    const base = values.base === undefined ? [] : ['--build-arg', `BASE=${values.base}`]
    const args = [...build, '--file', 'deploy/Containerfile', '--tag', values.tag, ...base, ...positionals, '.']
    const code = await runStreamed(program, args, process.env)
    if (code !== 0) throw new Error(`${program} ended with ${code}. No image was made.`)
    return
  }
  throw new Error('No image was made: install buildah, podman or docker.')
}

const writeTree = async (folder: string) => {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name another one.`)
  await writeProductionTree(folder)
}

if (values.help) console.log(HELP)
else await runScript(() => (values.tree === undefined ? buildImage() : writeTree(resolve(values.tree))))
