import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import webpack, { type Configuration } from 'webpack'

const shared = resolve(import.meta.dirname, '../../..')

export const createFixture = async (files: Readonly<Record<string, string>>) => {
  const dir = await mkdtemp(join(tmpdir(), 'atalaia-fixture-'))
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [path, content] of Object.entries(more)) {
      await mkdir(dirname(join(dir, path)), { recursive: true })
      await writeFile(join(dir, path), content)
    }
  }
  await write({ 'package.json': '{"type":"module","version":"3.1.0"}', ...files })
  await mkdir(join(dir, 'node_modules/@atalaia'), { recursive: true })
  await symlink(join(shared, 'react'), join(dir, 'node_modules/@atalaia/react'))
  for (const name of ['react', 'react-dom'])
    await symlink(join(shared, 'react/node_modules', name), join(dir, 'node_modules', name))
  return {
    dir,
    write,
    read: (path: string) => readFile(join(dir, 'dist', path)),
    readText: (path: string) => readFile(join(dir, 'dist', path), 'utf8'),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

export const build = (config: Configuration): Promise<void> =>
  new Promise((done, reject) => {
    const compiler = webpack(config)
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure)
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
        else done()
      })
    })
  })

export const sourceDescriptor = {
  name: 'mfe-fixture',
  version: '1.2.0',
  owner: 'time',
  contract: '^1.0.0',
  token: false,
  api: false,
  routes: [
    { id: 'one', path: '/one', access: 'public', title: 'Um' },
    { id: 'two', path: '/two', access: 'public', title: 'Dois' },
  ],
  sidebar: [],
  widgets: [{ id: 'box', slot: 'mfe-analytics/analytics/end', title: 'Caixa' }],
}

const routes = (...ids: string[]) =>
  ids.map((id) => `{ id: '${id}', lazy: () => import(/* webpackChunkName: "route-${id}" */ './${id}.tsx') }`).join(',')

const filler = JSON.stringify(Array.from({ length: 200 }, (_, index) => `line ${index}`).join(' '))

export const remoteFiles: Readonly<Record<string, string>> = {
  'remote.json': JSON.stringify(sourceDescriptor),
  'src/remote.tsx': `import './remote.css'\nexport const activate = () => [${routes('one', 'two', 'box')}]`,
  'src/remote.css': '.fixture { color: red }',
  'src/one.tsx': `
    import { useState } from 'react'
    import { createPortal } from 'react-dom'
    import { Link } from '@atalaia/react/router'
    import './one.css'
    import picture from './picture.svg'
    export const text = ${filler}
    export const Component = () => {
      const [count] = useState(0)
      return <p title={text}><img src={picture} />{count}<Link to="/two" />{createPortal(<i />, document.body)}</p>
    }`,
  'src/one.css': '.fixture-one { color: green }',
  'src/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/two.tsx': 'export const Component = () => <p>dois</p>',
  'src/box.tsx': `
    import * as parts from '@atalaia/react'
    export const Component = () => <p>{Object.keys(parts).join()}</p>`,
  'src/card.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>',
  'src/prerender.tsx': `
    import './one.css'
    import card from './card.svg'
    import picture from './picture.svg'
    export const prerender = () => ({
      html: '<h1>%BRAND%</h1><img src="' + picture + '">',
      head: '<meta property="og:image" content="%ORIGIN%' + card + '">',
    })`,
}

export const shellFiles: Readonly<Record<string, string>> = {
  'src/index.ts': `void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')`,
  'src/boot.ts': `const theme: string = localStorage.getItem('theme') ?? 'dark'\ndocument.body.className = theme`,
  'src/bootstrap.tsx': `
    import { createRoot } from 'react-dom/client'
    import { RemoteProvider } from '@atalaia/react'
    import { configureStore } from '@atalaia/react/redux'
    import { createBrowserRouter, RouterProvider } from '@atalaia/react/router'
    import './shell.css'
    const later = () => import(/* webpackChunkName: "http" */ './http.ts')
    Object.assign(globalThis, { RemoteProvider, configureStore, later })
    createRoot(document.body).render(<RouterProvider router={createBrowserRouter([])} />)`,
  'src/http.ts': 'export const http = 1',
  'src/prerender.tsx': `
    import { renderToStaticMarkup } from 'react-dom/server'
    export const prerender = () => ({
      waiting: { html: renderToStaticMarkup(<p data-waiting="">%BRAND%: %TITLE%</p>) },
      notFound: { html: renderToStaticMarkup(<p data-waiting="whole">%BRAND%: 404</p>) },
    })`,
  'src/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/shell.css': `@font-face { font-family: Inter; src: url(./inter-latin-normal.woff2) } body { margin: 0 }`,
  'src/inter-latin-normal.woff2': 'not really a font',
}
