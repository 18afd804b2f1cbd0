import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { parseArgs, types } from 'node:util'
import { requestOf } from './remote-request.ts'
import { BUNDLERS, repositoryManifest, type Bundler } from './repository-manifest.ts'
import { writeRemoteFiles, type Ci, type Language } from './write-remote.ts'

const HELP = `npm create @atalaia/remote mfe-reports -- [--bundler webpack] [--language ts]
Makes the repository of a remote, with a page, tests, CI and what ships it.

  --bundler NAME   webpack, rspack or vite; default: webpack
  --language NAME  ts or js; default: ts
  --ci NAME        github or gitlab; default: github
  --title TEXT     what people read in the page and in the sidebar, in Portuguese
  --owner TEAM     the team that answers for it
  --packages DIR   takes the packages of the platform from tarballs in DIR, where no registry has them
  --help           this text

Exit code: 0 made, 2 wrongly called.
`

export type CreateRun = {
  readonly args: readonly string[]
  readonly root: string
  out(text: string): void
  err(text: string): void
}

class Misuse extends Error {}

/** Exit codes: 0 made, 2 wrongly called (M-PUBLISH-9). A failure leaves nothing. */
export const runCreateRemote = ({ args, root, out, err }: CreateRun): number => {
  try {
    out(create(args, root))
    return 0
  } catch (error) {
    if (!(error instanceof Misuse) && !isArgumentError(error)) throw error
    err(`create-remote: ${error.message}\n\n${HELP}`)
    return 2
  }
}

const isArgumentError = (error: unknown): error is Error =>
  types.isNativeError(error) && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const create = (args: readonly string[], root: string): string => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      bundler: { type: 'string', default: 'webpack' },
      language: { type: 'string', default: 'ts' },
      ci: { type: 'string', default: 'github' },
      title: { type: 'string' },
      owner: { type: 'string' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return HELP
  const [name, ...others] = positionals
  if (name === undefined) throw new Misuse('the name of the remote is missing')
  if (others.length > 0) throw new Misuse(`one remote at a time: ${positionals.join(', ')} are several`)
  const bundler = bundlerOf(values.bundler)
  const language = languageOf(values.language)
  const ci = ciOf(values.ci)
  const checked = requestOf({ name, title: values.title, owner: values.owner })
  if (!checked.ok) throw new Misuse(checked.message)
  const folder = join(root, name)
  if (existsSync(folder)) throw new Misuse(`${name}: there is a folder of that name already`)

  const places = values.packages === undefined ? {} : tarballsIn(resolve(root, values.packages), folder)
  const { request } = checked
  const paths = writeRemoteFiles(request, {
    folder,
    language,
    ci,
    layers: ['remote', ...LANGUAGE_LAYERS[language], 'repository', ci, bundler],
    more: { 'package.json': repositoryManifest(request, { bundler, language, places }) },
  })
  return `${paths.map((path) => `  ${join(name, path)}\n`).join('')}
${name} is made. Its page is at ${request.path}.

  cd ${name}
  npm install
  npm test
  npm run dev -- --shell https://atalaia.example   it inside a shell that is deployed
  npm run build && npx atalaia check               then npx atalaia publish, with GATEWAY_URL, in CI or with DEPLOY_TOKEN
`
}

const LANGUAGE_LAYERS = { ts: ['typescript', 'repository-typescript'], js: ['javascript'] } as const

const bundlerOf = (said: string): Bundler => {
  const bundler = BUNDLERS.find((known) => known === said)
  if (bundler === undefined) throw new Misuse(`--bundler is one of ${BUNDLERS.join(', ')}`)
  return bundler
}

const languageOf = (said: string): Language => {
  if (said === 'ts' || said === 'js') return said
  throw new Misuse('--language is ts or js')
}

const ciOf = (said: string): Ci => {
  if (said === 'github' || said === 'gitlab') return said
  throw new Misuse('--ci is github or gitlab')
}

const TARBALL = /^atalaia-([a-z-]+)-\d.*\.tgz$/

/** From `npm run packages -- pack`. Places are relative, so both folders can move together. */
const tarballsIn = (folder: string, repository: string): Record<string, string> => {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const places = files.flatMap((file) => {
    const [, name] = TARBALL.exec(file) ?? []
    if (name === undefined || name === 'create-remote') return []
    return [[`@atalaia/${name}`, `file:${relative(repository, join(folder, file)).replaceAll(sep, '/')}`]]
  })
  if (places.length === 0) throw new Misuse(`--packages ${folder}: no tarball of the platform is there`)
  return Object.fromEntries(places)
}
