import type { ANALYTICS_SLOTS, AnalyticsCase, AnalyticsPart, AnalyticsViewName, ThemeName } from '@atalaia/contracts'
import { RemoteProvider } from '@atalaia/react'
import { Alert, Button, ErrorState, Skeleton, UiLanguageContext } from '@atalaia/ui'
import { Component, useEffect, useRef, type ReactNode } from 'react'
import type { ChartMonths } from '../chart/period.ts'
import type { EmbedLanguage } from '../language/language.ts'
import { LanguageContext } from '../language/use-language.ts'
import type { ViewStore } from '../state/view-store.ts'
import { contrastWarning } from './contrast.ts'
import { EmbedViews } from './embed-views.tsx'
import { WAITING } from './languages.ts'
import type { Problem } from './problem.ts'
import type { EmbedLocale } from './read-attributes.ts'
import type { EmbedSession, Phase } from './session.ts'

export type View =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | {
      readonly kind: 'dashboard'
      /** Another id is another session: it keeps nothing rendered. */
      readonly id: number
      readonly session: EmbedSession
      readonly phase: Phase
      /** Another round reloads the views in the same session; the dashboard keeps its numbers meanwhile. */
      readonly round: number
      /** A failed call; known content stays. */
      readonly problem?: Problem | undefined
    }

export type EmbedViewProps = {
  readonly view: View
  readonly theme: ThemeName
  readonly locale: EmbedLocale | undefined
  /** `undefined` while the first language loads. */
  readonly language: EmbedLanguage | undefined
  readonly parts: readonly AnalyticsPart[]
  readonly months: ChartMonths
  /** Requested view, or the address shown over it. */
  readonly name: AnalyticsViewName
  readonly address: string | undefined
  readonly chosen: ViewStore
  readonly onRetry: () => void
  readonly onCaseChanged: (changed: AnalyticsCase) => void
  readonly onError: (error: unknown) => void
  readonly onWarning: (warning: string) => void
}

const DEFAULT_LOCALE = 'pt-BR'

export const EmbedView = ({ theme, locale, language, onWarning, ...content }: EmbedViewProps) => {
  const place = useRef<HTMLDivElement>(null)
  const isShown = content.view.kind === 'dashboard' && content.view.phase === 'ready'
  useEffect(() => {
    const warning = isShown && place.current ? contrastWarning(place.current, theme) : undefined
    if (warning !== undefined) onWarning(warning)
  }, [isShown, theme, onWarning])
  return (
    // All languages run from left to right. Without `locale` the direction stays the page's.
    <div className={`ui-theme ${theme}`} lang={language?.locale ?? locale?.tag ?? DEFAULT_LOCALE} dir={locale && 'ltr'}>
      <div className="atalaia" ref={place}>
        {language ? (
          <LanguageContext value={language}>
            <UiLanguageContext value={language.ui}>
              <Content {...content} locale={locale} language={language} />
            </UiLanguageContext>
          </LanguageContext>
        ) : (
          <Waiting locale={locale} />
        )}
      </div>
    </div>
  )
}

type SlotName = (typeof ANALYTICS_SLOTS)[number]

/**
 * Slot of each phase (M-EMBED-30). A slot without a portal's child shows its own content; the last
 * never has a child.
 */
const SLOTS = { loading: 'loader', empty: 'error', ready: 'atalaia-own' } as const satisfies Record<
  Phase,
  SlotName | 'atalaia-own'
>

const Waiting = ({ locale }: Pick<EmbedViewProps, 'locale'>) => (
  <slot name={SLOTS.loading}>
    <div aria-busy="true" aria-label={WAITING[locale?.name ?? DEFAULT_LOCALE]}>
      <Skeleton lines={4} />
    </div>
  </slot>
)

type ContentProps = Omit<EmbedViewProps, 'theme' | 'onWarning'> & { readonly language: EmbedLanguage }

const Content = ({ view, locale, language, onRetry, onError, ...props }: ContentProps) => {
  if (view.kind === 'waiting') return <Waiting locale={locale} />
  if (view.kind === 'problem') {
    const { code } = view.problem
    return (
      <slot name={SLOTS.empty}>
        <ErrorState title={language.embed(code)}>
          <p>{language.embed(`${code}.text`)}</p>
          <Button icon="refresh" onClick={onRetry}>
            {language.embed('retry')}
          </Button>
        </ErrorState>
      </slot>
    )
  }
  const { id, session, phase, round, problem } = view
  const { name, address, parts, months, chosen, onCaseChanged } = props
  const rights = session.rights()
  const { canAdd, isLimited } = rights
  return (
    <ErrorBoundary key={id} onError={onError}>
      <RemoteProvider context={session.context}>
        <slot name={SLOTS[phase]}>
          <EmbedViews
            name={name}
            address={address}
            round={round}
            chosen={chosen}
            rights={rights}
            http={session.http}
            logger={session.context.logger}
            onCaseChanged={onCaseChanged}
            renderDashboard={() => (
              <>
                {problem && <FailedCall problem={problem} language={language} />}
                <session.Screen
                  parts={canAdd ? parts : parts.filter((part) => part !== 'add')}
                  months={months}
                  view={chosen}
                  invites={canAdd && !isLimited}
                  titled={false}
                />
              </>
            )}
          />
        </slot>
      </RemoteProvider>
    </ErrorBoundary>
  )
}

/** Other views report their failures themselves. */
const FailedCall = ({ problem: { code }, language }: { problem: Problem; language: EmbedLanguage }) => (
  <div className="atalaia__problem">
    <Alert kind="danger">
      <strong>{language.embed(code)}.</strong> {language.embed(`${code}.text`)}
    </Alert>
  </div>
)

class ErrorBoundary extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
