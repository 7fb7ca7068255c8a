/** Returns a text without its messages, which a pseudo-language puts in square brackets, also inside one another. */
export const withoutMessages = (text: string): string => {
  const rest = text.replaceAll(/\[[^[\]]*\]/g, " ");
  return rest === text ? text : withoutMessages(rest);
};
