import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;

public class ReadLineJoined {
    public static void main(String[] args) throws Exception {
        StringBuilder content = new StringBuilder();
        try (BufferedReader reader = Files.newBufferedReader(Path.of("job.json"))) {
            String line;
            while ((line = reader.readLine()) != null) content.append(line);
        }
        Signing.post("/v1/jobs", Signing.job(), Signing.authorize("POST", "/v1/jobs", content.toString()));
    }
}
