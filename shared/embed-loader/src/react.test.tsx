import { useLayoutEffect } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { AtalaiaAnalytics } from './react.ts'

const props = { gateway: 'https://atalaia.example', api: 'https://atalaia.example/api', onLoadError: () => undefined }

let place: HTMLElement
let root: Root | undefined
beforeEach(() => {
  place = document.createElement('div')
  document.body.append(place)
})
afterEach(() => {
  flushSync(() => root?.unmount())
  document.body.replaceChildren()
  document.head.replaceChildren()
})

const element = () => {
  const found = place.querySelector('atalaia-analytics')
  if (!(found instanceof HTMLElement)) throw new Error('there is no element')
  return found
}
const show = (content: React.ReactNode) => {
  root ??= createRoot(place)
  flushSync(() => root?.render(content))
}
beforeEach(() => (root = undefined))

// Rule: M-EMBED-27
test('the element has its properties before anything is painted, each time it is mounted', async () => {
  const seen: unknown[] = []
  const Page = () => {
    useLayoutEffect(() => {
      seen.push(Reflect.get(element(), 'getToken')?.('initial'), Reflect.get(element(), 'token'))
    }, [])
    return <AtalaiaAnalytics {...props} token="given" getToken={() => 'asked'} />
  }
  show(<Page />)
  show(null)
  show(<Page />)
  expect(seen).toEqual(['asked', 'given', 'asked', 'given'])
})

test('each event calls back once, with its detail, the newest callback alone', () => {
  const [before, onReady, onError] = [jest.fn(), jest.fn(), jest.fn()]
  show(<AtalaiaAnalytics {...props} onReady={before} />)
  show(<AtalaiaAnalytics {...props} onReady={onReady} onError={onError} />)
  element().dispatchEvent(new CustomEvent('ready', { detail: { version: '1.0.0' } }))
  element().dispatchEvent(new CustomEvent('error', { detail: { code: 'internal', message: '' } }))
  expect(onReady.mock.calls).toEqual([[{ version: '1.0.0' }]])
  expect(onError.mock.calls).toEqual([[{ code: 'internal', message: '' }]])
  expect(before).not.toHaveBeenCalled()
})

// Rule: M-EMBED-30
test("children with a slot are the element's", () => {
  show(
    <AtalaiaAnalytics {...props}>
      <p slot="loader">Um momento…</p>
      <p slot="error">Sem números</p>
    </AtalaiaAnalytics>,
  )
  expect([...element().children].map(({ slot, textContent }) => [slot, textContent])).toEqual([
    ['loader', 'Um momento…'],
    ['error', 'Sem números'],
  ])
})

test('the place is an attribute, and the view that a person moves to a callback', () => {
  const onViewChange = jest.fn()
  show(<AtalaiaAnalytics {...props} filter="ana" place="page=2" period="1" onViewChange={onViewChange} />)
  expect(element().getAttributeNames()).toEqual(expect.arrayContaining(['filter', 'place', 'period']))
  element().dispatchEvent(new CustomEvent('view-change', { detail: { filter: '', place: 'page=3' } }))
  expect(onViewChange.mock.calls).toEqual([[{ filter: '', place: 'page=3' }]])
})

test.each(['ready', 'error'])('the reserved height is there from the first paint, and free after %s', (event) => {
  show(<AtalaiaAnalytics {...props} reservedHeight={700} />)
  expect(element().style.minHeight).toBe('700px')
  expect(element().childNodes).toHaveLength(0)
  element().dispatchEvent(new CustomEvent(event, { detail: {} }))
  expect(element().style.minHeight).toBe('')
})

test('what a server rendered is taken over without a complaint', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation()
  // The parser has made a shadow root of the template.
  place.innerHTML = '<atalaia-analytics api="https://atalaia.example/api"></atalaia-analytics>'
  const before = element()
  const complain = jest.fn()
  flushSync(() => {
    root = hydrateRoot(place, <AtalaiaAnalytics {...props} reservedHeight={700} />, { onRecoverableError: complain })
  })
  await new Promise((resolve) => setTimeout(resolve))
  expect(element()).toBe(before)
  expect(element().style.minHeight).toBe('700px')
  expect(complain).not.toHaveBeenCalled()
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})
