export type Comment = { readonly id: string; readonly author: string; readonly text: string }
export type Post = {
  readonly id: string
  readonly author: string
  readonly when: string
  readonly text: string
  readonly likes: number
  readonly liked: boolean
  readonly comments: readonly Comment[]
}

export type FeedAction =
  | { readonly type: 'posted'; readonly author: string; readonly text: string }
  | { readonly type: 'likeToggled'; readonly post: string }
  | { readonly type: 'commented'; readonly post: string; readonly author: string; readonly text: string }

/** Ignores blank posts and comments. */
export const feedReducer = (feed: readonly Post[], action: FeedAction): readonly Post[] => {
  switch (action.type) {
    case 'posted':
      return action.text.trim() ? [newPost(feed.length, action.author, action.text.trim()), ...feed] : feed
    case 'likeToggled':
      return feed.map((post) => (post.id === action.post ? likeToggled(post) : post))
    case 'commented':
      return feed.map((post) => (post.id === action.post ? withComment(post, action.author, action.text.trim()) : post))
  }
}

const newPost = (count: number, author: string, text: string): Post => ({
  id: `post-${count + 1}`,
  author,
  when: 'agora',
  text,
  likes: 0,
  liked: false,
  comments: [],
})

const likeToggled = (post: Post): Post => ({
  ...post,
  liked: !post.liked,
  likes: post.likes + (post.liked ? -1 : 1),
})

const withComment = (post: Post, author: string, text: string): Post =>
  text
    ? { ...post, comments: [...post.comments, { id: `${post.id}-${post.comments.length + 1}`, author, text }] }
    : post

export const initialFeed: readonly Post[] = [
  {
    id: 'post-3',
    author: 'Tiago Azevedo',
    when: 'há 2 horas',
    text: 'Terminei a revisão das senhas do grupo financeiro. Todas as contas já usam o segundo fator.',
    likes: 8,
    liked: false,
    comments: [{ id: 'post-3-1', author: 'Helena Prado', text: 'Ótimo. Amanhã fazemos o mesmo com o comercial.' }],
  },
  {
    id: 'post-2',
    author: 'Helena Prado',
    when: 'ontem',
    text: 'Publiquei o roteiro do treinamento sobre phishing. São quatro casos reais, sem nomes, em 20 minutos.',
    likes: 21,
    liked: true,
    comments: [],
  },
  {
    id: 'post-1',
    author: 'Lia Monteiro',
    when: 'há 3 dias',
    text: 'A nova planilha de inventário está na pasta da equipe. Confiram os domínios que são de vocês.',
    likes: 5,
    liked: false,
    comments: [],
  },
]
