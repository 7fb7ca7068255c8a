/** Removes the messages of a pseudo-language from text. They are in square brackets and may be nested. */
export const withoutMessages = (text: string): string => {
  const rest = text.replaceAll(/\[[^[\]]*\]/g, " ");
  return rest === text ? text : withoutMessages(rest);
};
