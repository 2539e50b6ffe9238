export const buildPath = (post, comment) =>
  `/posts/${encodeURIComponent(post)}/comments/${encodeURIComponent(comment)}`
