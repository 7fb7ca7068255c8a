export const shell = {
  navigation: "Curbcut",
  websites: "Websites",
  scan: "New scan",
  account: "Account",
  look: "Colours",
  keys: "Keyboard shortcuts",
  keysHint: "On a finding, j opens the next one and k the one before.",
  keysOn: "Use single-key shortcuts",
  signOut: "Sign out",
} as const;
