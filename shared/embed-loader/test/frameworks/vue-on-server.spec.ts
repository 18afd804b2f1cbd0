// @vitest-environment node
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, test } from 'vitest'
import { AtalaiaAnalytics } from '../../src/vue.ts'

const props = { gateway: 'https://atalaia.example', api: 'https://atalaia.example/api', getToken: () => 'token' }
const render = (more: object) =>
  renderToString(createSSRApp({ render: () => h(AtalaiaAnalytics, { ...props, ...more }) }))

test('a server renders the element with its attributes and its reserved height, and no property', async () => {
  expect(await render({ theme: 'dark', reservedHeight: 700 })).toBe(
    '<atalaia-analytics api="https://atalaia.example/api" theme="dark"><template shadowrootmode="open">' +
      '<svg display="block" width="1" height="700" aria-hidden="true"></svg></template></atalaia-analytics>',
  )
  expect(await render({})).toBe('<atalaia-analytics api="https://atalaia.example/api"></atalaia-analytics>')
})

const loader = () => h('p', { slot: 'loader' }, 'Um momento…')

test('the reserved height stands before the content', async () => {
  const page = createSSRApp({
    render: () => h(AtalaiaAnalytics, { ...props, reservedHeight: 700 }, { default: loader }),
  })
  expect(await renderToString(page)).toMatch(
    /><template shadowrootmode="open"><svg [^>]*><\/svg><\/template><p slot="loader">Um momento…<\/p><\/atalaia-analytics>$/,
  )
})
