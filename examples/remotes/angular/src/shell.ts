import { LocationStrategy, type LocationChangeListener } from '@angular/common'
import { inject, Injectable, InjectionToken } from '@angular/core'
import type { ScreenContext } from '@atalaia/contracts'

export const SCREEN = new InjectionToken<ScreenContext>('screen')

const whole = (path: string, query: string) => (query === '' ? path : `${path}?${query.replace(/^\?/, '')}`)

@Injectable()
export class ShellLocation extends LocationStrategy {
  readonly #navigation = inject(SCREEN).navigation

  path = (): string => this.#navigation.current()
  prepareExternalUrl = (internal: string): string => internal
  getBaseHref = (): string => '/'
  getState = (): null => null
  forward = (): void => history.forward()
  back = (): void => history.back()
  pushState = (_state: unknown, _title: string, path: string, query: string): void =>
    this.#navigation.navigate(whole(path, query))
  replaceState = (_state: unknown, _title: string, path: string, query: string): void => {
    const address = whole(path, query)
    if (address !== this.#navigation.current()) this.#navigation.navigate(address, { replace: true })
  }
  onPopState = (listener: LocationChangeListener): void => {
    this.#navigation.subscribe(() => listener({ type: 'popstate', state: null }))
  }
}
