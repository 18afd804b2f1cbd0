import type { Mount } from '@atalaia/contracts'
import { createApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import App from './app.vue'
import FaultsPage from './faults-page.vue'
import HomePage from './home-page.vue'
import { SCREEN } from './use-screen.ts'

/** Vue's router keeps no history: it synchronises with the shell's addresses. */
export const mount: Mount = async (place, screen) => {
  const { navigation, fail } = screen
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: navigation.basename, component: HomePage },
      { path: `${navigation.basename}/falhas`, component: FaultsPage },
    ],
  })
  router.afterEach(({ fullPath, redirectedFrom }) => {
    if (fullPath !== navigation.current()) navigation.navigate(fullPath, { replace: redirectedFrom !== undefined })
  })
  navigation.subscribe((address) => void router.push(address))

  // Before the application has the router, which else begins at the address of its own history.
  await router.push(navigation.current())
  const app = createApp(App).provide(SCREEN, screen).use(router)
  // Rendering, handlers, and promises of handlers: https://vuejs.org/api/application.html#app-config-errorhandler
  app.config.errorHandler = (error) => fail(error)
  app.mount(place)
  return app
}
