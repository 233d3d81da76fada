import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

public class PrettyLogSigned {
    public static void main(String[] args) throws Exception {
        JsonObject job = JsonParser.parseString(Signing.job()).getAsJsonObject();
        String logged = new GsonBuilder().setPrettyPrinting().create().toJson(job);
        System.out.println(logged);
        Signing.post("/v1/jobs", new Gson().toJson(job), Signing.authorize("POST", "/v1/jobs", logged));
    }
}
