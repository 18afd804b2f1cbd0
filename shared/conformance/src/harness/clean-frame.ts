import type { DashboardModule } from '@atalaia/contracts'
import type { Frame } from '@playwright/test'
import type { EmbedElement } from './embed-element.ts'
import type { Harness } from './harness.ts'
import type { MockApi } from './mock-api.ts'
import { fakeToken } from './tokens.ts'
import { LOADING_MS } from './until.ts'
import { shown } from './with-instance.ts'

export type CleanFrame = {
  evaluate: Frame['evaluate']
  load(script: string): Promise<void>
  put(): Promise<MockApi>
  mount(container: string): Promise<MockApi>
  /** Default: 12 s. */
  untilShown(api: MockApi, withinMs?: number): Promise<void>
}

/** Runs in the page. */
const openFrame = (): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '900px', height: '700px', background: 'white' })
  frame.style.zIndex = '2147483647'
  document.body.append(frame)
  return frame
}

const putElement = ({ api, token }: { api: string; token: string }) => {
  const element: EmbedElement = document.createElement('atalaia-analytics')
  element.setAttribute('api', api)
  element.setAttribute('show', 'summary')
  element.getToken = () => token
  document.body.append(element)
}

type Container = { init(scope: object): unknown; get(name: string): Promise<() => DashboardModule> }

/** Runs in the frame. */
const mountModule = async ({ container, api, token }: { container: string; api: string; token: string }) => {
  const { init, get }: Container = await import(container)
  await init({})
  const { mount } = (await get('./dashboard'))()
  const place = document.createElement('atalaia-analytics')
  document.body.append(place)
  mount(place, { api, show: ['summary'], getToken: () => token })
}

export const inCleanFrame = async <Value>(
  harness: Harness,
  use: (frame: CleanFrame) => Promise<Value>,
): Promise<Value> => {
  const handle = await harness.page.evaluateHandle(openFrame)
  const frame = await handle.contentFrame()
  if (!frame) throw new Error('the page has no frame')
  try {
    return await use({
      evaluate: frame.evaluate.bind(frame),
      load: (script) => frame.evaluate(async (address) => void (await import(address)), script),
      put: async () => {
        const api = harness.api()
        await frame.evaluate(putElement, { api: api.url, token: fakeToken() })
        return api
      },
      mount: async (container) => {
        const api = harness.api()
        await frame.evaluate(mountModule, { container, api: api.url, token: fakeToken() })
        return api
      },
      untilShown: async (api, withinMs = LOADING_MS) => {
        const numbers = frame.locator('atalaia-analytics').getByText(shown(api.leaks)).first()
        await numbers.waitFor({ timeout: withinMs }).catch(() => {
          throw new Error(`the element in the frame does not show its numbers within ${withinMs / 1000} s`)
        })
      },
    })
  } finally {
    await handle.evaluate((element) => element.remove())
  }
}
