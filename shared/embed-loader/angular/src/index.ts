import { Component, ElementRef, afterRenderEffect, inject, input, output, type InputSignal } from '@angular/core'
import { loadAnalytics, type AnalyticsAttributes, type AnalyticsEventMap, type GetToken } from '@atalaia/embed'

type Detail<Name extends keyof AnalyticsEventMap> = AnalyticsEventMap[Name]['detail']
type Inputs = { readonly [Name in keyof AnalyticsAttributes]-?: InputSignal<AnalyticsAttributes[Name]> }

/**
 * `<atalaia-analytics>` in Angular, with or without zone.js, without `CUSTOM_ELEMENTS_SCHEMA`.
 * Loads the script, sets attributes and properties, and has typed outputs. Outputs
 * `analyticsReady`, `analyticsError` and `analyticsResize` avoid names of browser events.
 */
@Component({
  selector: 'atalaia-analytics',
  template: '<ng-content />',
  host: {
    '[attr.api]': 'api()',
    '[attr.theme]': 'theme()',
    '[attr.locale]': 'locale()',
    '[attr.show]': 'show()',
    '[attr.refresh]': 'refresh()',
    '[attr.filter]': 'filter()',
    '[attr.period]': 'period()',
    '[attr.place]': 'place()',
    '[attr.view]': 'view()',
    '[attr.address]': 'address()',
    '(ready)': 'analyticsReady.emit($event.detail)',
    '(error)': 'analyticsError.emit($event.detail)',
    '(session-expired)': 'sessionExpired.emit()',
    '(email-added)': 'emailAdded.emit($event.detail)',
    '(resize)': 'analyticsResize.emit($event.detail)',
    '(view-change)': 'viewChange.emit($event.detail)',
    '(case-changed)': 'caseChanged.emit($event.detail)',
  },
})
export class AtalaiaAnalytics implements Inputs {
  readonly gateway = input.required<string>()
  readonly version = input<string>()
  readonly integrity = input<string>()
  /** Milliseconds until the script counts as failed. Default: 30,000. */
  readonly timeout = input<number>()
  readonly api = input<AnalyticsAttributes['api']>()
  readonly theme = input<AnalyticsAttributes['theme']>()
  readonly locale = input<AnalyticsAttributes['locale']>()
  readonly show = input<AnalyticsAttributes['show']>()
  readonly refresh = input<AnalyticsAttributes['refresh']>()
  readonly filter = input<AnalyticsAttributes['filter']>()
  readonly period = input<AnalyticsAttributes['period']>()
  readonly place = input<AnalyticsAttributes['place']>()
  readonly view = input<AnalyticsAttributes['view']>()
  readonly address = input<AnalyticsAttributes['address']>()
  readonly token = input<string | null>(null)
  readonly getToken = input<GetToken | null>(null)

  readonly analyticsReady = output<Detail<'ready'>>()
  readonly analyticsError = output<Detail<'error'>>()
  readonly sessionExpired = output<void>()
  readonly emailAdded = output<Detail<'email-added'>>()
  readonly analyticsResize = output<Detail<'resize'>>()
  readonly viewChange = output<Detail<'view-change'>>()
  readonly caseChanged = output<Detail<'case-changed'>>()
  /** The script does not load, and nothing is shown. */
  readonly loadError = output<Error>()

  constructor() {
    const element: ElementRef<HTMLElement & { token: string | null; getToken: GetToken | null }> = inject(ElementRef)
    // Effects of this kind do not run on a server.
    afterRenderEffect(() => {
      element.nativeElement.token = this.token()
      element.nativeElement.getToken = this.getToken()
    })
    afterRenderEffect(() => {
      const [gateway, version, integrity, timeout] = [this.gateway(), this.version(), this.integrity(), this.timeout()]
      loadAnalytics({ gateway, version, integrity, timeout }).catch((error: Error) => this.loadError.emit(error))
    })
  }
}
