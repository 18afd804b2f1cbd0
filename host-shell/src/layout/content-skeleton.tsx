import { Skeleton } from '@atalaia/ui'

/** The placeholder of the content area while the first remote loads. The gateway's waiting page shows the same. */
export const ContentSkeleton = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="Carregando página" role="status">
    <div className="ui-page-header">
      <div className="ui-breadcrumb">
        <span className="ui-breadcrumb__label">YOU ARE HERE</span>
      </div>
      <p className="ui-page-header__title">{title}</p>
    </div>
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
