import './jsdom.ts'
import { RemoteProvider } from '@atalaia/react'
import { render } from '@testing-library/react'
import { activate } from '../remote.tsx'
import { fakeApi, fakeContext, type Answer } from './fake-context.ts'

/** The remote as the shell has it: activated, its route loaded, its screen under the provider. */
export const openScreen = async (answers: Record<string, Answer>, { held = false } = {}) => {
  const api = fakeApi(answers)
  if (held) api.hold()
  const fake = fakeContext(api.http)
  const [route] = await activate(fake.context)
  const loaded = typeof route?.lazy === 'function' ? await route.lazy() : undefined
  const Component = loaded && 'Component' in loaded ? loaded.Component : undefined
  if (!Component) throw new Error('the route has no screen')
  const open = () =>
    render(
      <RemoteProvider context={fake.context}>
        <Component />
      </RemoteProvider>,
    )
  return { ...fake, api, open, view: open() }
}
