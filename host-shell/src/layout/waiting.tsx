import { Skeleton } from '@atalaia/ui'

/** A page's head without its actions. The title is no heading yet: the page that follows has the heading. */
const WaitingHead = ({ title }: { title: string }) => (
  <div className="ui-page-header">
    <div className="ui-breadcrumb">
      <span className="ui-breadcrumb__label">YOU ARE HERE</span>
    </div>
    <p className="ui-page-header__title">{title}</p>
  </div>
)

/** The placeholder of the content area while the first remote loads. */
export const ContentSkeleton = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="Carregando página" role="status">
    <WaitingHead title={title} />
    <div className="shell-skeleton">
      <div className="shell-skeleton-cards">
        {['a', 'b', 'c', 'd'].map((card) => (
          <Skeleton key={card} height="13rem" />
        ))}
      </div>
      <Skeleton height="26rem" />
    </div>
  </div>
)

/**
 * The app layout until the shell has started: its frame and the page's title, so that nothing moves when the parts
 * appear. `startShell` recognises it by `data-waiting`. It holds no landmark and no link, because nothing works yet.
 */
export const WaitingPage = ({ brand, title }: { brand: string; title: string }) => (
  <div className="shell-layout" data-waiting="">
    <div className="shell-header ui-chrome" />
    <div className="shell-sidebar ui-chrome">
      <div className="shell-sidebar-inner">
        <div className="shell-brand">
          <span className="shell-brand-room" />
          {brand}
        </div>
      </div>
    </div>
    <main className="shell-content" aria-busy="true">
      <WaitingHead title={title} />
    </main>
  </div>
)
