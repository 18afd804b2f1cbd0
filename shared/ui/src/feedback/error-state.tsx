import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../language/ui-language.ts'
import { ErrorCode } from './error-code.tsx'

export interface ErrorStateProps {
  title: string
  children?: ReactNode
  /** For the retry button, which is absent without it. */
  onRetry?: () => void
  /** Default: 'Tentar de novo', in the language around. */
  retryLabel?: string
  /** For the operator. Default: none. */
  code?: string | undefined
}

/** Replaces a failed part; announced at once. */
export const ErrorState = ({ title, children, onRetry, retryLabel, code }: ErrorStateProps) => {
  const text = useUiText()
  return (
    <div className="ui-state ui-state--error" role="alert">
      <span className="ui-state__icon">
        <Icon name="alert-triangle" size={20} />
      </span>
      <p className="ui-state__title">{title}</p>
      {children && <div className="ui-state__text">{children}</div>}
      {onRetry && (
        <div className="ui-state__action">
          <Button icon="refresh" onClick={onRetry}>
            {retryLabel ?? text('retry')}
          </Button>
        </div>
      )}
      {code !== undefined && <ErrorCode code={code} />}
    </div>
  )
}
