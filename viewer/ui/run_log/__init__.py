"""Text logs that an agent, the Leaderboard or ScenarioRunner wrote beside a recording."""
