import { integrityOf } from '@atalaia/contracts/node'
import { SHELL_NAME, type Descriptor, type ShellManifest } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export type Build = { readonly descriptor: Descriptor; readonly files: Readonly<Record<string, string>> }

export const createBuild = (name: string, version: string, rest: Partial<Descriptor> = {}): Build => {
  const label = createHash('sha256').update(`${name} ${version}`).digest('hex').slice(0, 20)
  const entry = `remote-entry.${label}.js`
  const files: Record<string, string> = {
    [entry]: `var ${label} // ${name} ${version}`,
    'page.html': `<h1>${version}</h1>`,
  }
  const [id = 'page'] = (rest.routes ?? []).map((route) => route.id)
  const descriptor: Descriptor = {
    name,
    version,
    owner: 'time',
    contract: '^1.0.0',
    token: false,
    api: false,
    routes: [{ id: 'page', path: '/app/novo', access: 'session', title: 'Novo' }],
    sidebar: [],
    ...rest,
    artifact: {
      entry,
      container: name.replaceAll('-', '_'),
      module: './remote',
      files: Object.entries(files).map(([path, content]) => ({
        path,
        bytes: Buffer.byteLength(content),
        integrity: integrityOf(content),
      })),
      shared: [],
      routeFiles: {},
      prerendered: { [id]: { html: 'page.html' } },
      ...rest.artifact,
    },
  }
  return { descriptor, files }
}

export type ShellBuild = { readonly manifest: ShellManifest; readonly files: Readonly<Record<string, string>> }

export const createShell = (version: string, rest: Partial<ShellManifest> = {}): ShellBuild => {
  const label = createHash('sha256').update(`${SHELL_NAME} ${version}`).digest('hex').slice(0, 20)
  const files: Record<string, string> = {
    [`boot.${label}.js`]: `'boot ${version}'`,
    [`main.${label}.js`]: `'main ${version}'`,
    [`shell.${label}.css`]: `/* ${version} */`,
  }
  const manifest: ShellManifest = {
    version,
    contract: '1.0.0',
    boot: `boot.${label}.js`,
    waitingPage: `<div data-waiting>${version} %BRAND%</div>`,
    scripts: [`main.${label}.js`],
    styles: [`shell.${label}.css`],
    preload: [],
    api: [],
    fonts: [],
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      integrity: integrityOf(content),
    })),
    shared: [{ name: 'extra', version: '1.0.0', files: [`main.${label}.js`] }],
    ...rest,
  }
  return { manifest, files }
}

export const archiveOfShell = async ({ manifest, files }: ShellBuild): Promise<Buffer> =>
  gzipSync(
    await tarOf([
      { name: 'shell.json', content: JSON.stringify(manifest) },
      ...Object.entries(files).map(([name, content]) => ({ name, content })),
    ]),
  )

type Head = Parameters<ReturnType<typeof pack>['entry']>[0]
export type ArchiveEntry = Head & { readonly content?: string | Buffer }

export const tarOf = async (entries: readonly ArchiveEntry[]): Promise<Buffer> => {
  const archive = pack()
  for (const { content, ...header } of entries) archive.entry(header, content ?? '')
  archive.finalize()
  return buffer(archive)
}

export const entriesOf = ({ descriptor, files }: Build): ArchiveEntry[] => [
  { name: 'remote.json', content: JSON.stringify(descriptor) },
  ...Object.entries(files).map(([name, content]) => ({ name, content })),
]

export const archiveOf = async (build: Build): Promise<Buffer> => gzipSync(await tarOf(entriesOf(build)))
