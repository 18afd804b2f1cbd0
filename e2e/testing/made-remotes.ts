import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

export type ReactRemote = {
  readonly name: string
  /** React range from the page; `undefined`: brings its own. */
  readonly takes: string | undefined
}

export const writeReactRemote = async (parent: string, { name, takes }: ReactRemote): Promise<string> => {
  const dist = join(parent, name, 'dist')
  const container = name.replaceAll('-', '_')
  const code = takes === undefined ? await ofItsOwn() : OF_THE_PAGE
  const entry = `entry.${createHash('sha256')
    .update(name + code)
    .digest('hex')
    .slice(0, 20)}.js`
  const script = `var ${container} = (() => {\nconst NAME = '${name}'\n${code}\n})()`
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const path = `/app/${name}`
  const descriptor = {
    name,
    version: '1.0.0',
    owner: 'time',
    contract: '^1.8.0',
    token: false,
    api: false,
    routes: [{ id: 'page', path, access: 'session', title: name }],
    sidebar: [{ label: `Abrir ${name}`, path }],
    artifact: {
      entry,
      container,
      runtime: 'own',
      module: './remote',
      files: [{ path: entry, bytes: Buffer.byteLength(script), integrity }],
      shared: takes === undefined ? [] : [{ name: 'react', version: '18.3.1', requiredVersion: takes }],
      routeFiles: {},
    },
  }
  await mkdir(dist, { recursive: true })
  await writeFile(join(dist, 'remote.json'), JSON.stringify(descriptor))
  await writeFile(join(dist, entry), script)
  return dist
}

const SCREEN = `
  const screenOf = (React, name, whose) => () => {
    const [clicks, setClicks] = React.useState(0)
    const click = () => setClicks(clicks + 1)
    return React.createElement(
      'section',
      { 'data-remote': name },
      React.createElement('h2', null, 'React ' + React.version + ' ' + whose),
      React.createElement('button', { onClick: click }, clicks + ' cliques'),
    )
  }`

const OF_THE_PAGE = `${SCREEN}
  let scope
  const get = async () => {
    const React = (await Object.values(scope.react)[0].get())()
    return () => ({ activate: () => [{ id: 'page', Component: screenOf(React, NAME, 'da página') }] })
  }
  return { init: (shared) => void (scope = shared), get }`

const ofItsOwn = async (): Promise<string> => {
  const [react, dom] = await Promise.all(
    ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js'].map((file) =>
      readFile(join(root, 'examples/react18/node_modules', file), 'utf8'),
    ),
  )
  return `${SCREEN}
  const React = {}
  const ReactDOM = {}
  ;((exports, module) => {${react}})(React, {})
  ;((exports, module, require) => {${dom}})(ReactDOM, {}, () => React)
  const mount = (place) => {
    const root = ReactDOM.createRoot(place)
    root.render(React.createElement(screenOf(React, NAME, 'própria')))
    return root
  }
  return { init: () => {}, get: async () => () => ({ activate: () => [{ id: 'page', mount }] }) }`
}
