import type { Mount } from '@atalaia/contracts'
import { mount as mountComponent, unmount } from 'svelte'
import App from './app.svelte'

export const mount: Mount = (place, screen) => {
  const app = mountComponent(App, { target: place, props: { screen } })
  return { unmount: () => void unmount(app) }
}
