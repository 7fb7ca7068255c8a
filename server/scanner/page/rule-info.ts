import type { Impact } from "../page-result";

export interface RuleInfo {
  rule_id: string;
  impact: Impact;
  tags: string[];
  wcag: string[];
  help: string;
  description: string;
  help_url: string;
}
