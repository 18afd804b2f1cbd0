import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { ownAlertSettingSchema } from '@atalaia/contracts/alerts'
import { firstStepsSchema, type FirstStep } from '@atalaia/contracts/first-steps'
import { Link } from '@atalaia/react/router'
import { Alert, Button, Icon, useAction, useLoaded, VisuallyHidden } from '@atalaia/ui'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { object } from 'zod/mini'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { useFirstStepsWords } from './first-steps-words.ts'

const PATH = '/primeiros-passos'

type CardProps = CallParts & {
  readonly addresses: number | undefined
  readonly onOver: () => void
}

/** The first steps of a person in the organisation, each with its control (P-START-1 to P-START-3). */
export const FirstStepsCard = ({ http, logger, addresses, onOver }: CardProps) => {
  const { t } = useFirstStepsWords()
  const title = useId()
  const { value, failure, reload } = useLoaded(PATH, (signal) => http.get(PATH, firstStepsSchema, { signal }), {
    onFailure: logLoad(logger, PATH),
  })
  const { isBusy, problem, run } = useAction(() => t('failed'))
  useReloadAfter(addresses, reload)
  const isOver = value?.encerrados === true
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const end = async () => {
    if (await run(() => http.postJson(`${PATH}/encerrar`, {}, object({})))) onOver()
  }
  const decide = async (frequencia: 'diaria' | 'nunca') => {
    const setting = { frequencia, gravidade_minima: 'alta' }
    if (await run(() => http.postJson('/alertas', setting, ownAlertSettingSchema))) reload()
  }
  const acts: Readonly<Record<FirstStep, ReactNode>> = {
    email: <Link to={PRODUCT_ROUTES.account}>{t('act.email')}</Link>,
    enderecos: (
      <>
        <Link to={`${PRODUCT_ROUTES.analytics}/enderecos`}>{t('act.enderecos')}</Link>
        <Link to={`${PRODUCT_ROUTES.analytics}/dominios`}>{t('act.domain')}</Link>
      </>
    ),
    avisos: (
      <span>
        <Button size="small" busy={isBusy} onClick={() => void decide('diaria')}>
          {t('act.yes')}
        </Button>{' '}
        <Button size="small" variant="ghost" busy={isBusy} onClick={() => void decide('nunca')}>
          {t('act.no')}
        </Button>
      </span>
    ),
    nome: <Link to={PRODUCT_ROUTES.organisation}>{t('act.nome')}</Link>,
    'segundo-fator': <Link to={`${PRODUCT_ROUTES.account}?parte=seguranca`}>{t('act.segundo-fator')}</Link>,
    colegas: <Link to={`${PRODUCT_ROUTES.organisation}?parte=pessoas`}>{t('act.colegas')}</Link>,
  }
  const steps = value?.passos ?? []
  const done = steps.filter(({ feito }) => feito).length
  return (
    <section className="ui-card" aria-labelledby={title}>
      <div className="first-steps__head">
        <h2 id={title}>
          {t('title')} {value && <span>{t('progress', { done, all: steps.length })}</span>}
        </h2>
        {value && (
          <Button
            size="small"
            variant={done === steps.length ? 'primary' : 'ghost'}
            busy={isBusy}
            onClick={() => void end()}
          >
            {done === steps.length ? t('finish') : t('end')}
          </Button>
        )}
      </div>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {failure && (
        <p>
          {t('notLoaded')} <Button onClick={reload}>{t('again')}</Button>
        </p>
      )}
      <ul className="first-steps__list">
        {steps.map(({ passo, feito }) => (
          <li key={passo} className="first-steps__step" data-done={feito || undefined}>
            <span>
              <span className="first-steps__mark">{feito && <Icon name="check" />}</span>
              {t(`step.${passo}`)}
              <VisuallyHidden>, {t(feito ? 'done' : 'open')}</VisuallyHidden>
            </span>
            {!feito && <span className="first-steps__acts">{acts[passo]}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks again once the number has changed. The first number that comes is none of a change. */
const useReloadAfter = (number: number | undefined, reload: () => void) => {
  const last = useRef(number)
  useEffect(() => {
    if (last.current !== undefined && last.current !== number) reload()
    last.current = number
  }, [number, reload])
}
