/** The app shell: a Piral instance with piral-core's own defaults, whose one page, at every address, is the shell. */
import { createInstance, Piral, SetRoute } from 'piral-core'
// oxlint-disable-next-line no-restricted-imports -- Piral's app shell is React
import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { registerRemote } from './remotes.ts'

/** The pilets' API has one function more, which hands over a remote. */
const remotes =
  () =>
  (_api, { name }) => ({ registerRemote: (load) => registerRemote(name, load) })

const requestPilets = async () => {
  const answer = await fetch('/files/feed.json')
  const { items } = await answer.json()
  return items
}

/** The shell has a React root and a router of its own: routers do not nest. Its code is part of the app shell's file. */
const Shell = () => {
  useEffect(() => void import(/* webpackMode: "eager" */ '../whole-shell.ts'), [])
  return null
}

const place = document.createElement('div')
document.body.append(place)
createRoot(place).render(
  createElement(
    Piral,
    { instance: createInstance({ plugins: [remotes], requestPilets }) },
    createElement(SetRoute, { path: '*', component: Shell }),
  ),
)
